package sprout.aop.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an annotation a pointcut: methods that have it, and all methods of classes that have it, are woven at build
 * time. The mark is on the annotation because the aspect may be compiled elsewhere.
 */
@Target(ElementType.ANNOTATION_TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Pointcut {}
