package sprout.processor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Reads the compiler's model of classes, for the processors of Sprout. */
final class BeanModel {
    private static final String ANNOTATIONS = "sprout.beans.annotation.";

    private final ProcessingEnvironment environment;
    private final Types types;

    BeanModel(ProcessingEnvironment environment) {
        this.environment = environment;
        this.types = environment.getTypeUtils();
    }

    /**
     * Whether an annotation of the class is a stereotype: one of Sprout's, or an annotation that has one of these
     * itself.
     */
    boolean isComponent(TypeElement type) {
        return type.getKind() != ElementKind.ANNOTATION_TYPE && stereotype(type) != null;
    }

    private static @Nullable AnnotationMirror stereotype(TypeElement type) {
        for (AnnotationMirror mirror : type.getAnnotationMirrors()) {
            TypeElement annotation = (TypeElement) mirror.getAnnotationType().asElement();
            if (isStereotype(annotation)
                    || annotation.getAnnotationMirrors().stream()
                            .anyMatch(meta -> isStereotype(
                                    (TypeElement) meta.getAnnotationType().asElement()))) {
                return mirror;
            }
        }
        return null;
    }

    private static boolean isStereotype(TypeElement annotation) {
        return switch (annotation.getQualifiedName().toString()) {
            case ANNOTATIONS + "Component",
                    ANNOTATIONS + "Service",
                    ANNOTATIONS + "Repository",
                    ANNOTATIONS + "Controller",
                    ANNOTATIONS + "Configuration",
                    "sprout.aop.annotation.Aspect" -> true;
            default -> false;
        };
    }

    List<String> scannedPackages(TypeElement type) {
        AnnotationMirror scan = annotation(type, ANNOTATIONS + "ComponentScan");
        if (scan == null) {
            return List.of();
        }
        List<String> packages = new ArrayList<>(strings(scan, "value"));
        packages.addAll(strings(scan, "basePackages"));
        return packages.isEmpty() ? List.of(packageOf(type)) : packages;
    }

    /** The name of the package that an element belongs to. */
    String packageOf(Element element) {
        return environment
                .getElementUtils()
                .getPackageOf(element)
                .getQualifiedName()
                .toString();
    }

    String beanName(TypeElement type) {
        AnnotationMirror stereotype = stereotype(type);
        String given = stereotype == null ? "" : string(stereotype, "value");
        String simple = type.getSimpleName().toString();
        return given.isEmpty() ? Character.toLowerCase(simple.charAt(0)) + simple.substring(1) : given;
    }

    List<HandlerMethod> beanMethods(TypeElement type) {
        return handlers(type).stream()
                .filter(method -> method.annotation(ANNOTATIONS + "Bean") != null)
                .toList();
    }

    String beanName(HandlerMethod method) {
        String given = beanAttribute(method, "value");
        return given.isEmpty() ? method.name() : given;
    }

    String beanAttribute(HandlerMethod method, String attribute) {
        AnnotationMirror bean = method.annotation(ANNOTATIONS + "Bean");
        return bean == null ? "" : string(bean, attribute);
    }

    String precedence(List<? extends Element> declarations) {
        if (annotation(declarations, ANNOTATIONS + "ConditionalOnMissingBean") != null) {
            return "DEFAULT";
        }
        return annotation(declarations, ANNOTATIONS + "Primary") != null ? "PRIMARY" : "NORMAL";
    }

    String order(List<? extends Element> declarations) {
        AnnotationMirror order = annotation(declarations, ANNOTATIONS + "Order");
        return order == null ? "BeanDefinition.LAST" : String.valueOf(value(order, "value"));
    }

    /** The bean name of a {@code @Qualifier}; null if the parameter does not have this annotation. */
    @Nullable
    String qualifier(Parameter parameter) {
        AnnotationMirror qualifier = parameter.annotation(ANNOTATIONS + "Qualifier");
        return qualifier == null ? null : string(qualifier, "value");
    }

    /**
     * The only constructor, or the one annotated with {@code @Inject}.
     *
     * @throws InvalidBeanException if there is no such constructor, or it is private
     */
    ExecutableElement constructor(TypeElement type) {
        List<ExecutableElement> constructors = ElementFilter.constructorsIn(type.getEnclosedElements());
        if (constructors.size() > 1) {
            constructors = constructors.stream()
                    .filter(one -> annotation(one, "jakarta.inject.Inject") != null)
                    .toList();
        }
        if (constructors.size() != 1 || constructors.getFirst().getModifiers().contains(Modifier.PRIVATE)) {
            throw new InvalidBeanException(
                    type,
                    type
                            + " needs one constructor that is not private; of several, mark one with @jakarta.inject.Inject");
        }
        return constructors.getFirst();
    }

    /** The constructor of a record whose parameters are the components. */
    ExecutableElement canonicalConstructor(TypeElement type) {
        return ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
                .filter(this::isCanonical)
                .findFirst()
                .orElseThrow();
    }

    private boolean isCanonical(ExecutableElement constructor) {
        return erased(constructor.getParameters())
                .equals(erased(owner(constructor).getRecordComponents()));
    }

    private List<String> erased(List<? extends Element> elements) {
        return elements.stream().map(element -> erased(element.asType())).toList();
    }

    /**
     * The parameters of a constructor. Those of a record's canonical constructor have the annotations of the components,
     * too, which the compiler copies only if the constructor declares no parameters itself.
     */
    List<Parameter> parameters(ExecutableElement constructor) {
        List<? extends VariableElement> parameters = constructor.getParameters();
        List<? extends RecordComponentElement> components =
                isCanonical(constructor) ? owner(constructor).getRecordComponents() : List.of();
        return IntStream.range(0, parameters.size())
                .mapToObj(i -> new Parameter(
                        parameters.get(i).asType(),
                        components.isEmpty()
                                ? List.of(parameters.get(i))
                                : List.of(parameters.get(i), components.get(i))))
                .toList();
    }

    void requireInstantiable(TypeElement type) {
        Set<Modifier> modifiers = type.getModifiers();
        boolean inner = type.getNestingKind().isNested() && !modifiers.contains(Modifier.STATIC);
        if (type.getKind() == ElementKind.INTERFACE
                || modifiers.contains(Modifier.ABSTRACT)
                || modifiers.contains(Modifier.PRIVATE)
                || inner) {
            throw new InvalidBeanException(
                    type, type + " cannot be a component: it must be a class that is not abstract, private or inner");
        }
    }

    /**
     * The methods with this annotation, those of superclasses first. A method that overrides another one takes its
     * place, because a call of either runs it.
     *
     * @throws InvalidBeanException if one of them is private or has parameters
     */
    List<ExecutableElement> lifecycleMethods(TypeElement type, String annotationName) {
        List<ExecutableElement> methods = new ArrayList<>();
        TypeMirror parent = type.getSuperclass();
        if (parent.getKind() == TypeKind.DECLARED) {
            methods.addAll(lifecycleMethods((TypeElement) types.asElement(parent), annotationName));
        }
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (annotation(method, annotationName) != null) {
                requireCallable(method);
                methods.removeIf(inherited -> environment.getElementUtils().overrides(method, inherited, type));
                methods.add(method);
            }
        }
        return methods;
    }

    private static void requireCallable(ExecutableElement method) {
        if (method.getModifiers().contains(Modifier.PRIVATE)
                || !method.getParameters().isEmpty()) {
            throw new InvalidBeanException(method, method + " must have no parameters and must not be private");
        }
    }

    boolean isAutoCloseable(TypeMirror type) {
        return isA(type, AutoCloseable.class.getName());
    }

    /**
     * Whether a type, without its type arguments, is a subtype of the named one; false if that is not on the class path
     * of the compiler.
     */
    boolean isA(TypeMirror type, String supertype) {
        TypeElement wanted = environment.getElementUtils().getTypeElement(supertype);
        return wanted != null && types.isAssignable(types.erasure(type), types.erasure(wanted.asType()));
    }

    /** Class literals of all types that a bean of this type can be injected as, its own type first. */
    List<String> injectableAs(TypeMirror type, String fromPackage) {
        Set<String> names = new LinkedHashSet<>();
        addTypes(type, fromPackage, names);
        return names.stream().map(name -> name + ".class").toList();
    }

    private void addTypes(TypeMirror type, String fromPackage, Set<String> names) {
        if (type.getKind() != TypeKind.DECLARED || type.toString().equals(Object.class.getName())) {
            return;
        }
        if (isAccessible(types.asElement(type), fromPackage)) {
            names.add(erased(type));
        }
        types.directSupertypes(type).forEach(parent -> addTypes(parent, fromPackage, names));
    }

    /** Whether code in a package may use an element of a class that it may use. */
    boolean isAccessible(Element element, String fromPackage) {
        Set<Modifier> modifiers = element.getModifiers();
        return modifiers.contains(Modifier.PUBLIC)
                || (packageOf(element).equals(fromPackage) && !modifiers.contains(Modifier.PRIVATE));
    }

    /** The name of the type in source code, without type arguments and annotations. */
    String erased(TypeMirror type) {
        TypeMirror erasure = types.erasure(type);
        return switch (erasure) {
            case DeclaredType declared ->
                ((TypeElement) declared.asElement()).getQualifiedName().toString();
            case ArrayType array -> erased(array.getComponentType()) + "[]";
            case PrimitiveType primitive -> primitive.getKind().name().toLowerCase(Locale.ROOT);
            default -> erasure.toString();
        };
    }

    /** The upper bound of a wildcard; any other type itself. */
    TypeMirror upperBound(TypeMirror type) {
        TypeMirror bound = type instanceof WildcardType wildcard ? wildcard.getExtendsBound() : type;
        return bound == null ? types.erasure(type) : bound;
    }

    /** The class that boxes a primitive type. */
    TypeMirror boxed(TypeMirror primitive) {
        return types.boxedClass(types.getPrimitiveType(primitive.getKind())).asType();
    }

    /** All methods of a class, including inherited ones, except those of Object. */
    List<ExecutableElement> methods(TypeElement type) {
        return ElementFilter.methodsIn(environment.getElementUtils().getAllMembers(type)).stream()
                .filter(method -> !owner(method).getQualifiedName().contentEquals(Object.class.getName()))
                .toList();
    }

    /**
     * The methods of a component, its own before inherited ones, without those that others override or hide. Has also
     * those that the component cannot call, so that annotations of these are not ignored without a message.
     */
    List<HandlerMethod> handlers(TypeElement type) {
        List<ExecutableElement> all = hierarchy(type).stream()
                .flatMap(one -> ElementFilter.methodsIn(one.getEnclosedElements()).stream())
                .toList();
        return all.stream()
                .filter(replaced -> all.stream().noneMatch(method -> replaces(method, replaced, type)))
                .map(method -> new HandlerMethod(
                        this,
                        type,
                        Stream.concat(Stream.of(method), all.stream().filter(other -> overrides(method, other, type)))
                                .toList()))
                .toList();
    }

    private boolean replaces(ExecutableElement method, ExecutableElement other, TypeElement type) {
        return overrides(method, other, type) || environment.getElementUtils().hides(method, other);
    }

    private boolean overrides(ExecutableElement method, ExecutableElement other, TypeElement type) {
        return environment.getElementUtils().overrides(method, other, type);
    }

    /** A class and its supertypes except Object, depth first, superclasses before interfaces. */
    List<TypeElement> hierarchy(TypeElement type) {
        Set<TypeElement> found = new LinkedHashSet<>();
        addHierarchy(type.asType(), found);
        return List.copyOf(found);
    }

    private void addHierarchy(TypeMirror type, Set<TypeElement> found) {
        if (type.getKind() == TypeKind.DECLARED
                && !type.toString().equals(Object.class.getName())
                && found.add((TypeElement) types.asElement(type))) {
            types.directSupertypes(type).forEach(parent -> addHierarchy(parent, found));
        }
    }

    /** The class that declares a method or constructor. */
    static TypeElement owner(ExecutableElement method) {
        return (TypeElement) Objects.requireNonNull(method.getEnclosingElement());
    }

    /** The signature of a method in a class that may set its type parameters. */
    ExecutableType asMember(TypeElement type, ExecutableElement method) {
        return (ExecutableType) types.asMemberOf((DeclaredType) type.asType(), method);
    }

    /** The annotations of an element that are pointcuts. */
    List<AnnotationMirror> pointcuts(Element element) {
        List<AnnotationMirror> found = new ArrayList<>();
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            if (annotation(mirror.getAnnotationType().asElement(), "sprout.aop.annotation.Pointcut") != null) {
                found.add(mirror);
            }
        }
        return found;
    }

    /** The conditions of a bean as a Java expression over {@code config}; empty if it has none. */
    String condition(List<? extends Element> declarations) {
        List<String> terms = new ArrayList<>();
        AnnotationMirror property = annotation(declarations, ANNOTATIONS + "ConditionalOnProperty");
        if (property != null) {
            terms.add("config.matches(%s, %s, %s)"
                    .formatted(
                            constant(string(property, "value")),
                            constant(string(property, "havingValue")),
                            value(property, "matchIfMissing")));
        }
        AnnotationMirror profile = annotation(declarations, ANNOTATIONS + "Profile");
        if (profile != null) {
            terms.add(strings(profile, "value").stream()
                    .map(name -> "config.hasProfile(%s)".formatted(constant(name)))
                    .collect(Collectors.joining(" || ", "(", ")")));
        }
        return String.join(" && ", terms);
    }

    /** The Javadoc of an element; empty if it has none, or was compiled in an earlier compilation. */
    String documentation(Element element) {
        return Objects.requireNonNullElse(environment.getElementUtils().getDocComment(element), "");
    }

    /** A constant as a Java expression. */
    String constant(Object value) {
        return environment.getElementUtils().getConstantExpression(value);
    }

    /** The value of an attribute that is an array of classes. */
    List<TypeElement> types(AnnotationMirror mirror, String attribute) {
        List<TypeElement> result = new ArrayList<>();
        if (value(mirror, attribute) instanceof List<?> values) {
            for (Object value : values) {
                result.add((TypeElement) types.asElement((TypeMirror) ((AnnotationValue) value).getValue()));
            }
        }
        return result;
    }

    /**
     * The last type argument or its bound: {@code T} of {@code List<T>}, {@code List<? extends T>} and
     * {@code Map<String, T>}.
     *
     * @throws InvalidBeanException if the parameter's type has no type argument
     */
    TypeMirror lastArgument(Parameter parameter) {
        List<? extends TypeMirror> arguments = ((DeclaredType) parameter.type()).getTypeArguments();
        if (arguments.isEmpty()) {
            throw new InvalidBeanException(
                    parameter.element(), parameter + " needs a type argument that says which beans are wanted");
        }
        return upperBound(arguments.getLast());
    }

    /** The annotation with this qualified name; null if the element does not have it. */
    static @Nullable AnnotationMirror annotation(Element element, String name) {
        for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
            if (((TypeElement) mirror.getAnnotationType().asElement())
                    .getQualifiedName()
                    .contentEquals(name)) {
                return mirror;
            }
        }
        return null;
    }

    /** The annotation of the first element that has one with this qualified name; null if there is none. */
    static @Nullable AnnotationMirror annotation(List<? extends Element> declarations, String name) {
        for (Element declaration : declarations) {
            AnnotationMirror found = annotation(declaration, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The value of an attribute as text; empty if there is no such attribute. */
    String string(AnnotationMirror mirror, String attribute) {
        Object value = value(mirror, attribute);
        return value == null ? "" : value.toString();
    }

    /** The value of an attribute that is an array, each element as text. */
    List<String> strings(AnnotationMirror mirror, String attribute) {
        List<String> result = new ArrayList<>();
        if (value(mirror, attribute) instanceof List<?> values) {
            values.forEach(value -> result.add(String.valueOf(((AnnotationValue) value).getValue())));
        }
        return result;
    }

    /** The value of an attribute that is an array of annotations; empty if it is another one. */
    List<AnnotationMirror> annotations(AnnotationMirror mirror, String attribute) {
        List<AnnotationMirror> result = new ArrayList<>();
        if (value(mirror, attribute) instanceof List<?> values) {
            for (Object value : values) {
                if (((AnnotationValue) value).getValue() instanceof AnnotationMirror held) {
                    result.add(held);
                }
            }
        }
        return result;
    }

    /** The value of an attribute, or its default; null if there is no such attribute. */
    @Nullable
    Object value(AnnotationMirror mirror, String attribute) {
        for (var entry : environment
                .getElementUtils()
                .getElementValuesWithDefaults(mirror)
                .entrySet()) {
            if (entry.getKey().getSimpleName().contentEquals(attribute)) {
                return entry.getValue().getValue();
            }
        }
        return null;
    }
}
