package sprout.processor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Generates one package's {@code sprout.beans.BeanModule}: plain constructor calls, one switch case per bean. */
final class BeanModuleSource extends ModuleSource {
    private final BeanModel model;
    private final Set<String> scanned = new LinkedHashSet<>();
    private final List<String> definitions = new ArrayList<>();
    private final List<String> creations = new ArrayList<>();
    private final List<String> initializations = new ArrayList<>();
    private final List<String> destructions = new ArrayList<>();
    private final List<String> conditions = new ArrayList<>();
    private final List<String> wovenClasses = new ArrayList<>();
    private final Advices advices;
    private final PropertiesBinding properties;

    BeanModuleSource(String packageName, BeanModel model) {
        super(
                packageName,
                "SproutBeans",
                "sprout.beans.BeanModule",
                "sprout.beans.BeanContext",
                "sprout.beans.BeanDefinition",
                "sprout.config.AppConfig",
                "sprout.config.Setting");
        this.model = model;
        this.advices = new Advices(model);
        this.properties = new PropertiesBinding(model);
    }

    @Override
    boolean add(TypeElement type) {
        List<String> packages = List.copyOf(model.scannedPackages(type));
        boolean component = model.isComponent(type);
        boolean bound = PropertiesBinding.isBound(type);
        if (!component && !bound && packages.isEmpty()) {
            return false;
        }
        madeFrom(type);
        scanned.addAll(packages);
        if (bound) {
            int index = define(model.beanName(type), List.of(type), type.asType());
            creations.add("case %d: { AppConfig config = beans.get(AppConfig.class); return %s; }"
                    .formatted(index, properties.construction(type)));
        }
        if (component) {
            model.requireInstantiable(type);
            addComponent(type);
            model.beanMethods(type).forEach(method -> addBeanMethod(type, method));
        }
        return true;
    }

    private void addComponent(TypeElement type) {
        String name = model.erased(type.asType());
        int index = define(model.beanName(type), List.of(type), type.asType());
        condition(index, model.condition(List.of(type)));
        creations.add("case %d: return new %s;".formatted(index, construction(type, name)));
        advices.add(type);
        lifecycle(initializations, index, name, model.lifecycleMethods(type, "jakarta.annotation.PostConstruct"));
        List<ExecutableElement> destroyers = model.lifecycleMethods(type, "jakarta.annotation.PreDestroy");
        if (destroyers.isEmpty() && model.isAutoCloseable(type.asType())) {
            destructions.add(call(index, name, "close"));
        } else {
            lifecycle(destructions, index, name, destroyers);
        }
    }

    private String construction(TypeElement type, String name) {
        ExecutableElement constructor = model.constructor(type);
        Weaving weaving = new Weaving(type, model);
        String arguments = arguments(model.parameters(constructor));
        if (weaving.isEmpty()) {
            return "%s(%s)".formatted(name, arguments);
        }
        String woven = "Woven%d%s".formatted(wovenClasses.size(), type.getSimpleName());
        wovenClasses.add(weaving.source(woven, constructor));
        return "%s(%s%sbeans)".formatted(woven, arguments, arguments.isEmpty() ? "" : ", ");
    }

    private void condition(int index, String condition) {
        if (!condition.isEmpty()) {
            conditions.add("case %d: return %s;".formatted(index, condition));
        }
    }

    private void addBeanMethod(TypeElement owner, HandlerMethod method) {
        TypeMirror type = method.result();
        if (type.getKind() != TypeKind.DECLARED || !method.isAccessible()) {
            throw new InvalidBeanException(
                    method.element(),
                    "@Bean %s must return an object and must not be private, and must be public if %s inherits it from another package"
                            .formatted(method, owner));
        }
        requireNotAdvised(method, type);
        int index = define(model.beanName(method), method.declarations(), type);
        condition(
                index,
                Stream.of(model.condition(List.of(owner)), model.condition(method.declarations()))
                        .filter(condition -> !condition.isEmpty())
                        .collect(Collectors.joining(" && ")));
        String target = method.isStatic()
                ? model.erased(BeanModel.owner(method.element()).asType())
                : "beans.get(%s.class)".formatted(model.erased(owner.asType()));
        creations.add("case %d: return java.util.Objects.requireNonNull(%s.%s(%s), \"@Bean %s returned null\");"
                .formatted(index, target, method.name(), arguments(method.parameters()), method.name()));
        destroyBean(method, type, index);
    }

    private void requireNotAdvised(HandlerMethod method, TypeMirror type) {
        TypeElement made = (TypeElement) ((DeclaredType) type).asElement();
        Weaving weaving = Weaving.findIn(made, model);
        if (weaving != null && made.getKind() == ElementKind.CLASS) {
            throw new InvalidBeanException(
                    method.element(),
                    "@Bean %s makes a %s itself, which cannot be woven, but %s: annotate the class with @Component instead of having it made here"
                            .formatted(method, made.getSimpleName(), weaving.example()));
        }
    }

    private void destroyBean(HandlerMethod method, TypeMirror type, int index) {
        String destroyMethod = model.beanAttribute(method, "destroyMethod");
        if (!destroyMethod.isEmpty()) {
            destructions.add(call(index, model.erased(type), destroyMethod));
        } else if (model.isAutoCloseable(type)) {
            destructions.add(call(index, model.erased(type), "close"));
        }
    }

    private int define(String beanName, List<? extends Element> declarations, TypeMirror type) {
        definitions.add("BeanDefinition.of(\"%s\", BeanDefinition.Precedence.%s, %s, %s)"
                .formatted(
                        beanName,
                        model.precedence(declarations),
                        model.order(declarations),
                        String.join(", ", model.injectableAs(type, packageName()))));
        return definitions.size() - 1;
    }

    private String arguments(List<Parameter> parameters) {
        return parameters.stream().map(this::argument).collect(Collectors.joining(", "));
    }

    private String argument(Parameter parameter) {
        String type = model.erased(parameter.type());
        return switch (type) {
            case "java.util.List", "java.util.Collection" -> all(parameter, "java.util.List", "list");
            case "java.util.Map" -> all(parameter, type, "map");
            case "java.util.Optional" -> held(parameter, type, "find");
            case "jakarta.inject.Provider" -> held(parameter, type, "provider");
            case "sprout.beans.BeanContext" -> "beans";
            default -> "beans.get(%s)".formatted(key(type, parameter));
        };
    }

    private String all(Parameter parameter, String container, String method) {
        if (model.qualifier(parameter) != null) {
            throw new InvalidBeanException(
                    parameter.element(),
                    "parameter %s takes all beans of its type, so it cannot have a @Qualifier: remove it, or take a Map and look the name up"
                            .formatted(parameter));
        }
        return held(parameter, container, method);
    }

    /** Uses a raw cast, so that beans of generic types can be injected; type arguments do not exist at run time. */
    private String held(Parameter parameter, String container, String method) {
        return "(%s) beans.%s(%s)"
                .formatted(container, method, key(model.erased(model.lastArgument(parameter)), parameter));
    }

    /** The arguments that select a bean: its class and the name that the parameter asks for. */
    private String key(String type, Parameter parameter) {
        String qualifier = model.qualifier(parameter);
        return type + ".class" + (qualifier == null ? "" : ", " + quoted(qualifier));
    }

    private static void lifecycle(List<String> cases, int index, String type, List<ExecutableElement> methods) {
        if (!methods.isEmpty()) {
            String calls = methods.stream()
                    .map(method -> "((%s) bean).%s();".formatted(type, method.getSimpleName()))
                    .collect(Collectors.joining(" "));
            cases.add("case %d -> { %s }".formatted(index, calls));
        }
    }

    private static String call(int index, String type, String method) {
        return "case %d -> ((%s) bean).%s();".formatted(index, type, method);
    }

    @Override
    String body() {
        return """

                    @Override
                    public String packageName() {
                        return %s;
                    }
                """.formatted(quoted(packageName()))
                + list(
                        "String",
                        "scannedPackages",
                        scanned.stream().map(ModuleSource::quoted).toList())
                + list("BeanDefinition", "definitions", definitions)
                + selection("Object create(int index, BeanContext beans) throws Exception", creations, NO_OTHER)
                + selection(
                        "void initialize(int index, Object bean) throws Exception", initializations, "default -> {}")
                + selection("void destroy(int index, Object bean) throws Exception", destructions, "default -> {}")
                + selection("boolean enabled(int index, AppConfig config)", conditions, "default: return true;")
                + advices.source()
                + properties.source()
                + String.join("", wovenClasses);
    }
}
