package sprout.processor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Generates a component's subclass whose methods call their aspects. The subclass is the bean itself, so calls between
 * advised methods of one bean are advised, too. Fields are set before {@code super(...)} (JEP 513), because a
 * constructor may call advised methods.
 */
final class Weaving {
    private static final Set<Modifier> FIXED = Set.of(Modifier.FINAL, Modifier.STATIC, Modifier.PRIVATE);
    private static final List<String> LIFECYCLE =
            List.of("jakarta.annotation.PostConstruct", "jakarta.annotation.PreDestroy");

    private final TypeElement type;
    private final BeanModel model;
    private final Map<ExecutableElement, List<AnnotationMirror>> advised = new LinkedHashMap<>();
    private final AnnotationLiterals literals;

    /**
     * Collects the advised methods.
     *
     * @throws InvalidBeanException if an advised method cannot be overridden
     */
    Weaving(TypeElement type, BeanModel model) {
        this.type = type;
        this.model = model;
        this.literals = new AnnotationLiterals(model);
        for (ExecutableElement method : model.methods(type)) {
            List<AnnotationMirror> pointcuts = pointcuts(method);
            if (!pointcuts.isEmpty()) {
                advised.put(method, pointcuts);
            }
        }
        if (!advised.isEmpty()
                && (type.getModifiers().contains(Modifier.FINAL) || type.getKind() != ElementKind.CLASS)) {
            throw new InvalidBeanException(
                    type,
                    "%s is final, but %s: remove 'final' (records and enums always are), or move the method to a class that can have a subclass"
                            .formatted(type, example()));
        }
    }

    boolean isEmpty() {
        return advised.isEmpty();
    }

    /** Names one method and its pointcut, for messages. */
    String example() {
        var entry = advised.entrySet().iterator().next();
        return "its method %s is advised by @%s"
                .formatted(
                        entry.getKey().getSimpleName(),
                        entry.getValue()
                                .getFirst()
                                .getAnnotationType()
                                .asElement()
                                .getSimpleName());
    }

    /** The pointcuts of the method, and those of its class that the method does not have itself. */
    private List<AnnotationMirror> pointcuts(ExecutableElement method) {
        List<AnnotationMirror> own = model.pointcuts(method);
        if (!own.isEmpty()) {
            requireOverridable(method, own.getFirst());
        }
        List<AnnotationMirror> all = new ArrayList<>(own);
        addMissing(model.pointcuts(type), all);
        addMissing(model.pointcuts(BeanModel.owner(method)), all);
        if (own.isEmpty() && (!meantByClass(method) || all.isEmpty())) {
            return List.of();
        }
        requireOverridable(method, all.getFirst());
        return all;
    }

    private static void addMissing(List<AnnotationMirror> more, List<AnnotationMirror> all) {
        for (AnnotationMirror mirror : more) {
            if (all.stream()
                    .noneMatch(one -> one.getAnnotationType()
                            .asElement()
                            .equals(mirror.getAnnotationType().asElement()))) {
                all.add(mirror);
            }
        }
    }

    private boolean meantByClass(ExecutableElement method) {
        Set<Modifier> modifiers = method.getModifiers();
        return !modifiers.contains(Modifier.STATIC)
                && !modifiers.contains(Modifier.PRIVATE)
                && LIFECYCLE.stream().noneMatch(name -> BeanModel.annotation(method, name) != null);
    }

    private void requireOverridable(ExecutableElement method, AnnotationMirror pointcut) {
        boolean foreign = !method.getModifiers().contains(Modifier.PUBLIC)
                && !method.getModifiers().contains(Modifier.PROTECTED)
                && !model.packageOf(method).equals(model.packageOf(type));
        if (foreign || method.getModifiers().stream().anyMatch(FIXED::contains)) {
            throw new InvalidBeanException(
                    BeanModel.owner(method).equals(type) ? method : type,
                    "%s.%s cannot be advised by @%s, because a subclass cannot override it: make it neither private, static nor final, or move the annotation"
                            .formatted(
                                    BeanModel.owner(method),
                                    method.getSimpleName(),
                                    pointcut.getAnnotationType().asElement().getSimpleName()));
        }
    }

    /**
     * The subclass as a nested class of this name. Its constructor takes the context as an additional last argument.
     */
    String source(String className, ExecutableElement constructor) {
        String base = model.erased(type.asType());
        StringBuilder interceptions = new StringBuilder();
        StringBuilder overrides = new StringBuilder();
        StringBuilder cases = new StringBuilder();
        int index = 0;
        for (var entry : advised.entrySet()) {
            interceptions.append(interception(index, entry.getKey(), entry.getValue()));
            overrides.append(override(index, entry.getKey()));
            cases.append(proceeding(index, entry.getKey()));
            index++;
        }
        return """

                    private static final class %1$s extends %2$s implements sprout.aop.Woven {
                        private final sprout.aop.Interception[] sproutAdvised;

                        %1$s(%3$sBeanContext beans)%4$s {
                            sproutAdvised = new sprout.aop.Interception[] {%5$s
                            };
                            super(%6$s);
                        }
                %7$s
                        @Override
                        public Object sproutProceed(int method, Object[] arguments) throws Throwable {
                            switch (method) {%8$s
                                default: throw new IndexOutOfBoundsException(method);
                            }
                        }
                %9$s    }
                """.formatted(
                        className,
                        base,
                        declared(constructor.getParameters().stream()
                                        .map(VariableElement::asType)
                                        .toList())
                                .stream()
                                .map(one -> one + ", ")
                                .collect(Collectors.joining()),
                        thrown(constructor.getThrownTypes()),
                        interceptions,
                        names(constructor.getParameters().size()),
                        overrides,
                        cases,
                        literals.source());
    }

    private String interception(int index, ExecutableElement method, List<AnnotationMirror> pointcuts) {
        String arguments = pointcuts.stream().map(literals::reference).collect(Collectors.joining(", "));
        return "\n                beans.interception(%d, \"%s.%s\", %s),"
                .formatted(index, type.getSimpleName(), method.getSimpleName(), arguments);
    }

    /**
     * Generates an overriding method. Its signature is the erasure, which overrides the method for all type arguments
     * (JLS 8.4.2).
     */
    private String override(int index, ExecutableElement method) {
        ExecutableType signature = model.asMember(type, method);
        String result = model.erased(signature.getReturnType());
        String call = "sproutAdvised[%d].call(this, new Object[] {%s});"
                .formatted(index, names(signature.getParameterTypes().size()));
        return """

                        @Override
                        %s%s %s(%s)%s {
                            %s%s
                        }
                """.formatted(
                        visibility(method),
                        result,
                        method.getSimpleName(),
                        parameters(method, signature),
                        thrown(signature.getThrownTypes()),
                        isVoid(signature.getReturnType()) ? "" : "return (" + result + ") ",
                        call);
    }

    private String proceeding(int index, ExecutableElement method) {
        ExecutableType signature = model.asMember(type, method);
        List<? extends TypeMirror> types = signature.getParameterTypes();
        String arguments = IntStream.range(0, types.size())
                .mapToObj(i -> "(%s) arguments[%d]".formatted(model.erased(types.get(i)), i))
                .collect(Collectors.joining(", "));
        String call = "super.%s(%s);".formatted(method.getSimpleName(), arguments);
        String statement = isVoid(signature.getReturnType()) ? call + " return null;" : "return " + call;
        return "\n                case %d: %s".formatted(index, statement);
    }

    private static boolean isVoid(TypeMirror type) {
        return type.getKind() == TypeKind.VOID;
    }

    private static String visibility(Element method) {
        Set<Modifier> modifiers = method.getModifiers();
        return modifiers.contains(Modifier.PUBLIC)
                ? "public "
                : modifiers.contains(Modifier.PROTECTED) ? "protected " : "";
    }

    private List<String> declared(List<? extends TypeMirror> types) {
        return IntStream.range(0, types.size())
                .mapToObj(i -> model.erased(types.get(i)) + " a" + i)
                .toList();
    }

    private String parameters(ExecutableElement method, ExecutableType signature) {
        String all = String.join(", ", declared(signature.getParameterTypes()));
        int last = all.lastIndexOf("[] ");
        return method.isVarArgs() ? all.substring(0, last) + "... " + all.substring(last + 3) : all;
    }

    private static String names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "a" + i).collect(Collectors.joining(", "));
    }

    private String thrown(List<? extends TypeMirror> types) {
        return types.isEmpty()
                ? ""
                : types.stream().map(model::erased).collect(Collectors.joining(", ", " throws ", ""));
    }

    /** The weaving of a class; null if it has no advised methods, or one that cannot be overridden. */
    static @Nullable Weaving findIn(TypeElement type, BeanModel model) {
        try {
            Weaving weaving = new Weaving(type, model);
            return weaving.isEmpty() ? null : weaving;
        } catch (InvalidBeanException e) {
            return null;
        }
    }
}
