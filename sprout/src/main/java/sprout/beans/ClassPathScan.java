package sprout.beans;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.aop.annotation.Aspect;
import sprout.aop.annotation.Pointcut;
import sprout.beans.annotation.Component;
import sprout.beans.annotation.Configuration;
import sprout.beans.annotation.Controller;
import sprout.beans.annotation.Repository;
import sprout.beans.annotation.Service;

/**
 * Finds the components of a package that was compiled without the annotation processor, by loading its classes. Slower
 * than a module, and impossible in native images. Used only for packages without a module.
 */
final class ClassPathScan {
    private static final List<Class<? extends Annotation>> STEREOTYPES =
            List.of(Component.class, Service.class, Repository.class, Controller.class, Configuration.class);
    private static final String CURE =
            "name sprout as an annotation processor (in Maven: an annotationProcessorPath, or maven.compiler.proc=full)";

    private final String packageName;
    private final ClassLoader loader;

    ClassPathScan(String packageName, ClassLoader loader) {
        this.packageName = packageName;
        this.loader = loader;
    }

    /**
     * Creates a module from the components in and below the package.
     *
     * @throws BeanException if one of them needs the annotation processor
     */
    ReflectiveModule module() {
        List<Class<?>> components = new ArrayList<>();
        for (String name : classNames()) {
            Class<?> type = load(name);
            if (isAnnotatedWith(type, STEREOTYPES)) {
                requireReflective(type);
                components.add(type);
            }
        }
        if (!components.isEmpty()) {
            Logger log = LoggerFactory.getLogger(ClassPathScan.class);
            log.warn(
                    "Package {} has no index of beans: found {} by reading its classes. For a faster start, {}.",
                    packageName,
                    components.size(),
                    CURE);
        }
        return new ReflectiveModule(packageName, components);
    }

    private static boolean isAnnotatedWith(Class<?> type, List<Class<? extends Annotation>> wanted) {
        for (Annotation annotation : type.getAnnotations()) {
            Class<? extends Annotation> found = annotation.annotationType();
            if (wanted.contains(found)
                    || Stream.of(found.getAnnotations()).anyMatch(meta -> wanted.contains(meta.annotationType()))) {
                return !type.isAnnotation() && !type.isInterface();
            }
        }
        return false;
    }

    private static void requireReflective(Class<?> type) {
        boolean advised = isAnnotatedWith(type, List.of(Pointcut.class))
                || Stream.of(type.getDeclaredMethods())
                        .flatMap(method -> Stream.of(method.getAnnotations()))
                        .anyMatch(one -> one.annotationType().isAnnotationPresent(Pointcut.class));
        if (advised || isAnnotatedWith(type, List.of(Controller.class)) || type.isAnnotationPresent(Aspect.class)) {
            throw new BeanException(
                    "%s was compiled without Sprout's annotation processor, which routes and aspects need: %s."
                            .formatted(type.getName(), CURE));
        }
    }

    private Class<?> load(String name) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new BeanException("%s cannot be read: %s".formatted(name, e), e);
        }
    }

    private Set<String> classNames() {
        Set<String> names = new TreeSet<>();
        try {
            for (URL folder : Collections.list(loader.getResources(packageName.replace('.', '/')))) {
                addClasses(folder, names);
            }
        } catch (IOException e) {
            throw new BeanException("package %s cannot be read: %s".formatted(packageName, e), e);
        }
        return names;
    }

    private void addClasses(URL folder, Set<String> names) throws IOException {
        URLConnection connection = folder.openConnection();
        if (connection instanceof JarURLConnection jar) {
            jar.getJarFile().stream().map(JarEntry::getName).forEach(entry -> add(entry, names));
        } else if (folder.getProtocol().equals("file")) {
            Path root = Path.of(URI.create(folder.toString()));
            try (Stream<Path> files = Files.walk(root)) {
                files.map(file -> packageName.replace('.', '/') + "/"
                                + root.relativize(file).toString().replace('\\', '/'))
                        .forEach(entry -> add(entry, names));
            }
        }
    }

    private void add(String entry, Set<String> names) {
        String name = entry.replace('/', '.');
        if (name.startsWith(packageName + ".") && name.endsWith(".class") && !name.endsWith("package-info.class")) {
            names.add(name.substring(0, name.length() - ".class".length()));
        }
    }
}
