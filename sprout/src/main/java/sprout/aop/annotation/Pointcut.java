package sprout.aop.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an annotation one that aspects answer to: methods that carry it, and all methods of classes that do, are woven at build time. It
 * says at the annotation what would otherwise be known only where its aspect is compiled.
 */
@Target(ElementType.ANNOTATION_TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Pointcut {}
