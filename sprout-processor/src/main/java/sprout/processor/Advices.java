package sprout.processor;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;

/** Generates the source of the advices of one package's aspects: their definitions and calls. */
final class Advices {
    private static final String ANNOTATIONS = "sprout.aop.annotation.";

    private final BeanModel model;
    private final List<String> definitions = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();

    Advices(BeanModel model) {
        this.model = model;
    }

    /** Adds the advices of a component; a component that is not an aspect has none. */
    void add(TypeElement type) {
        for (ExecutableElement method : model.methods(type)) {
            add(type, method, "Around");
            add(type, method, "Before");
            add(type, method, "After");
        }
    }

    private void add(TypeElement aspect, ExecutableElement method, String kind) {
        AnnotationMirror advice = BeanModel.annotation(method, ANNOTATIONS + kind);
        if (advice == null) {
            return;
        }
        boolean around = kind.equals("Around");
        requireAspect(aspect, method, kind);
        requireSignature(method, kind, around);
        String name = model.erased(aspect.asType());
        String argument = method.getParameters().isEmpty() ? "" : "call";
        String call = "((%s) aspect).%s(%s)".formatted(name, method.getSimpleName(), argument);
        for (TypeElement annotation : model.types(advice, "annotation")) {
            requirePointcut(method, annotation);
            definitions.add("new AdviceDefinition(%s.class, %s.class)".formatted(annotation.getQualifiedName(), name));
            calls.add("case %d: %s".formatted(calls.size(), body(kind, call)));
        }
    }

    private static String body(String kind, String call) {
        return switch (kind) {
            case "Around" -> "return " + call + ";";
            case "Before" -> call + "; return call.proceed();";
            default -> "try { return call.proceed(); } finally { " + call + "; }";
        };
    }

    private static void requireAspect(TypeElement type, ExecutableElement method, String kind) {
        if (BeanModel.annotation(type, ANNOTATIONS + "Aspect") == null) {
            throw new InvalidBeanException(method, "@%s belongs into a class that is an @Aspect".formatted(kind));
        }
        if (method.getModifiers().contains(Modifier.PRIVATE)
                || method.getModifiers().contains(Modifier.STATIC)) {
            throw new InvalidBeanException(method, "@%s %s must be neither private nor static".formatted(kind, method));
        }
    }

    private void requireSignature(ExecutableElement method, String kind, boolean around) {
        String wanted = around ? "sprout.aop.ProceedingJoinPoint" : "sprout.aop.JoinPoint";
        boolean fits = around
                ? method.getParameters().size() == 1
                        && !method.getReturnType().getKind().isPrimitive()
                        && method.getReturnType().getKind() != TypeKind.VOID
                : method.getParameters().size() < 2 && method.getReturnType().getKind() == TypeKind.VOID;
        if (!fits
                || method.getParameters().stream()
                        .anyMatch(one -> !model.erased(one.asType()).equals(wanted))) {
            throw new InvalidBeanException(
                    method,
                    "@%s %s must %s"
                            .formatted(
                                    kind,
                                    method,
                                    around
                                            ? "take a ProceedingJoinPoint and return the result of the call, as an Object"
                                            : "take nothing or a JoinPoint, and return nothing"));
        }
    }

    private static void requirePointcut(ExecutableElement method, TypeElement annotation) {
        if (BeanModel.annotation(annotation, ANNOTATIONS + "Pointcut") == null) {
            throw new InvalidBeanException(
                    method,
                    "@%s must itself be annotated with @Pointcut, so that components which carry it are woven wherever they are compiled"
                            .formatted(annotation.getSimpleName()));
        }
    }

    /**
     * The source of {@code advices} and {@code advise} of {@code sprout.beans.BeanModule}; empty if there are no
     * advices.
     */
    String source() {
        return definitions.isEmpty()
                ? ""
                : ModuleSource.list("AdviceDefinition", "advices", definitions)
                        + ModuleSource.selection(
                                "Object advise(int index, Object aspect, sprout.aop.ProceedingJoinPoint call) throws Throwable",
                                calls,
                                ModuleSource.NO_OTHER);
    }
}
