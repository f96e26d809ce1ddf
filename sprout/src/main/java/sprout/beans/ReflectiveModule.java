package sprout.beans;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sprout.beans.BeanDefinition.Precedence;
import sprout.beans.annotation.Bean;
import sprout.beans.annotation.Component;
import sprout.beans.annotation.ConditionalOnMissingBean;
import sprout.beans.annotation.ConditionalOnProperty;
import sprout.beans.annotation.Configuration;
import sprout.beans.annotation.Order;
import sprout.beans.annotation.Primary;
import sprout.beans.annotation.Profile;
import sprout.beans.annotation.Qualifier;
import sprout.beans.annotation.Repository;
import sprout.beans.annotation.Service;
import sprout.config.AppConfig;

/**
 * Creates the beans of classes that were compiled without the annotation processor, by reflection and under the same
 * rules.
 */
final class ReflectiveModule implements BeanModule {
    private final String packageName;
    private final List<Executable> makers = new ArrayList<>();
    private final List<BeanDefinition> definitions = new ArrayList<>();

    ReflectiveModule(String packageName, List<Class<?>> components) {
        this.packageName = packageName;
        for (Class<?> type : components) {
            add(constructor(type), type, type, beanName(type));
            for (Method method : type.getDeclaredMethods()) {
                Bean bean = method.getAnnotation(Bean.class);
                if (bean != null) {
                    add(
                            method,
                            method,
                            method.getReturnType(),
                            bean.value().isEmpty() ? method.getName() : bean.value());
                }
            }
        }
    }

    private void add(Executable maker, AnnotatedElement annotated, Class<?> type, String name) {
        maker.setAccessible(true);
        makers.add(maker);
        Order order = annotated.getAnnotation(Order.class);
        Precedence precedence = annotated.isAnnotationPresent(ConditionalOnMissingBean.class)
                ? Precedence.DEFAULT
                : annotated.isAnnotationPresent(Primary.class) ? Precedence.PRIMARY : Precedence.NORMAL;
        Set<Class<?>> types = new LinkedHashSet<>();
        addTypes(type, types);
        definitions.add(new BeanDefinition(
                name, List.copyOf(types), precedence, order == null ? BeanDefinition.LAST : order.value()));
    }

    private static void addTypes(@Nullable Class<?> type, Set<Class<?>> types) {
        if (type != null && type != Object.class) {
            types.add(type);
            addTypes(type.getSuperclass(), types);
            for (Class<?> parent : type.getInterfaces()) {
                addTypes(parent, types);
            }
        }
    }

    private static Constructor<?> constructor(Class<?> type) {
        List<Constructor<?>> all = List.of(type.getDeclaredConstructors());
        List<Constructor<?>> fitting = all.size() == 1
                ? all
                : all.stream()
                        .filter(one -> one.isAnnotationPresent(Inject.class))
                        .toList();
        if (fitting.size() != 1 || Modifier.isAbstract(type.getModifiers())) {
            throw new BeanException(
                    "%s must be a class with one constructor; of several, mark one with @jakarta.inject.Inject"
                            .formatted(type.getName()));
        }
        return fitting.getFirst();
    }

    private static String beanName(Class<?> type) {
        String given = Stream.of(type.getAnnotations())
                .map(ReflectiveModule::value)
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
        String simple = type.getSimpleName();
        return given.isEmpty() ? Character.toLowerCase(simple.charAt(0)) + simple.substring(1) : given;
    }

    private static String value(Annotation stereotype) {
        return switch (stereotype) {
            case Component one -> one.value();
            case Service one -> one.value();
            case Repository one -> one.value();
            case Configuration one -> one.value();
            default -> "";
        };
    }

    @Override
    public String packageName() {
        return packageName;
    }

    @Override
    public List<BeanDefinition> definitions() {
        return definitions;
    }

    @Override
    public boolean enabled(int index, AppConfig config) {
        Executable maker = makers.get(index);
        return holds(maker.getDeclaringClass(), config) && (maker instanceof Constructor || holds(maker, config));
    }

    private static boolean holds(AnnotatedElement element, AppConfig config) {
        ConditionalOnProperty property = element.getAnnotation(ConditionalOnProperty.class);
        Profile profile = element.getAnnotation(Profile.class);
        return (property == null || config.matches(property.value(), property.havingValue(), property.matchIfMissing()))
                && (profile == null || Arrays.stream(profile.value()).anyMatch(config::hasProfile));
    }

    @Override
    public Object create(int index, BeanContext beans) throws Exception {
        Executable maker = makers.get(index);
        Object[] arguments = Arrays.stream(maker.getParameters())
                .map(parameter -> argument(parameter, beans))
                .toArray();
        try {
            if (maker instanceof Constructor<?> constructor) {
                return constructor.newInstance(arguments);
            }
            Method method = (Method) maker;
            Object owner = Modifier.isStatic(method.getModifiers()) ? null : beans.get(method.getDeclaringClass());
            return Objects.requireNonNull(
                    method.invoke(owner, arguments), "@Bean " + method.getName() + " returned null");
        } catch (InvocationTargetException e) {
            throw thrown(e);
        }
    }

    private static Exception thrown(InvocationTargetException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof Exception cause ? cause : e;
    }

    private static Object argument(Parameter parameter, BeanContext beans) {
        Class<?> type = parameter.getType();
        if (type == BeanContext.class) {
            return beans;
        }
        if (type == List.class || type == Collection.class) {
            return beans.list(element(parameter));
        }
        if (type == Map.class) {
            return beans.map(element(parameter));
        }
        if (type == Optional.class) {
            return beans.find(element(parameter));
        }
        if (type == Provider.class) {
            return beans.provider(element(parameter));
        }
        Qualifier qualifier = parameter.getAnnotation(Qualifier.class);
        return qualifier == null ? beans.get(type) : beans.get(type, qualifier.value());
    }

    private static Class<?> element(Parameter parameter) {
        if (parameter.getParameterizedType() instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return raw(arguments[arguments.length - 1]);
        }
        throw new BeanException(parameter + " needs a type argument that says which beans are wanted");
    }

    private static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> one -> one;
            case ParameterizedType generic -> raw(generic.getRawType());
            case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
            default -> Object.class;
        };
    }

    @Override
    public void initialize(int index, Object bean) throws Exception {
        callAll(PostConstruct.class, index, bean);
    }

    @Override
    public void destroy(int index, Object bean) throws Exception {
        Executable maker = makers.get(index);
        Bean annotation = maker.getAnnotation(Bean.class);
        if (annotation != null && !annotation.destroyMethod().isEmpty()) {
            call(bean.getClass().getMethod(annotation.destroyMethod()), bean);
        } else if (!callAll(PreDestroy.class, index, bean) && bean instanceof AutoCloseable closeable) {
            closeable.close();
        }
    }

    /** Calls the methods with this annotation, those of superclasses first; returns false if there are none. */
    private boolean callAll(Class<? extends Annotation> annotation, int index, Object bean) throws Exception {
        List<Method> found = new ArrayList<>();
        if (makers.get(index) instanceof Constructor) {
            for (Class<?> type = bean.getClass(); type != null; type = type.getSuperclass()) {
                Stream.of(type.getDeclaredMethods())
                        .filter(method -> method.isAnnotationPresent(annotation) && !isOverridden(method, found))
                        .forEach(found::addFirst);
            }
        }
        for (Method method : found) {
            call(method, bean);
        }
        return !found.isEmpty();
    }

    /** Whether a method of a subclass has taken its place; a call of it would run that one again. */
    private static boolean isOverridden(Method method, List<Method> ofSubclasses) {
        int modifiers = method.getModifiers();
        return !Modifier.isPrivate(modifiers)
                && !Modifier.isStatic(modifiers)
                && ofSubclasses.stream()
                        .anyMatch(other -> other.getName().equals(method.getName()) && isVisible(method, other));
    }

    /** Whether a method that is not private can be overridden in the class of the other one. */
    private static boolean isVisible(Method method, Method other) {
        return Modifier.isPublic(method.getModifiers())
                || Modifier.isProtected(method.getModifiers())
                || method.getDeclaringClass()
                        .getPackageName()
                        .equals(other.getDeclaringClass().getPackageName());
    }

    private static void call(Method method, Object bean) throws Exception {
        method.setAccessible(true);
        try {
            method.invoke(bean);
        } catch (InvocationTargetException e) {
            throw thrown(e);
        }
    }
}
