package sprout.beans.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;

/**
 * Writes a class for each package that has matching types, and the index of these classes for the
 * {@link java.util.ServiceLoader}. Claims no annotation, so that other processors see all of them.
 *
 * @param <S> the source of such a class
 */
public abstract class ModuleProcessor<S extends ModuleSource> extends AbstractProcessor {
    private final String service;
    private final Map<String, S> modules = new TreeMap<>();
    private final Set<String> packages = new HashSet<>();

    /** @param service name of the interface that the written classes implement */
    protected ModuleProcessor(String service) {
        this.service = service;
    }

    /** Creates the source for a package, without any types. */
    protected abstract S emptyModule(String packageName, BeanModel model);

    @Override
    public final SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public final boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        BeanModel model = new BeanModel(processingEnv);
        Set<S> found = new LinkedHashSet<>();
        for (TypeElement type : types(round)) {
            collect(type, model, found);
        }
        found.forEach(this::write);
        if (round.processingOver() && !modules.isEmpty()) {
            writeIndex();
        }
        return false;
    }

    /**
     * The types of this round, and the other types of their packages that were compiled before. An incremental compiler
     * may pass only changed types, but a module describes the whole package.
     */
    private Set<TypeElement> types(RoundEnvironment round) {
        Set<TypeElement> types = new LinkedHashSet<>(ElementFilter.typesIn(round.getRootElements()));
        for (TypeElement root : List.copyOf(types)) {
            PackageElement owner = processingEnv.getElementUtils().getPackageOf(root);
            if (packages.add(owner.getQualifiedName().toString())) {
                ElementFilter.typesIn(owner.getEnclosedElements()).stream()
                        .filter(type -> !types.contains(type)
                                && wasCompiled(type.getQualifiedName().toString()))
                        .forEach(types::add);
            }
        }
        return types;
    }

    private boolean wasCompiled(String className) {
        int dot = className.lastIndexOf('.');
        String file = className.substring(dot + 1) + ".class";
        return existing(dot < 0 ? "" : className.substring(0, dot), file).isPresent();
    }

    /** The text of a file that an earlier compilation wrote to the output folder. */
    private Optional<String> existing(String packageName, String file) {
        try {
            return Optional.of(processingEnv
                    .getFiler()
                    .getResource(StandardLocation.CLASS_OUTPUT, packageName, file)
                    .getCharContent(true)
                    .toString());
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private void collect(TypeElement type, BeanModel model, Set<S> found) {
        if (type.asType().getKind() == TypeKind.ERROR) {
            return; // the compiler has a better message for it
        }
        String packageName = model.packageOf(type);
        S known = modules.get(packageName);
        S module = known == null ? emptyModule(packageName, model) : known;
        try {
            if (module.add(type)) {
                modules.put(packageName, module);
                found.add(module);
            }
        } catch (InvalidBeanException e) {
            processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, e.getMessage(), e.element());
        }
        for (TypeElement nested : ElementFilter.typesIn(type.getEnclosedElements())) {
            collect(nested, model, found);
        }
    }

    private void write(S module) {
        Element[] origins = module.origins().toArray(Element[]::new);
        try (Writer out = processingEnv
                .getFiler()
                .createSourceFile(module.qualifiedName(), origins)
                .openWriter()) {
            out.write(module.source());
        } catch (IOException e) {
            fail("cannot write " + module.qualifiedName() + ": " + e.getMessage());
        }
    }

    /**
     * The names of all modules. Modules of packages that this compilation did not touch stay in the index while their
     * class exists.
     */
    private Set<String> index() {
        Set<String> names = new TreeSet<>();
        existing("", "META-INF/services/" + service).stream()
                .flatMap(String::lines)
                .filter(name -> !packages.contains(name.substring(0, Math.max(0, name.lastIndexOf('.')))))
                .filter(this::wasCompiled)
                .forEach(names::add);
        modules.values().forEach(module -> names.add(module.qualifiedName()));
        return names;
    }

    private void writeIndex() {
        Set<String> names = index();
        try (Writer out = processingEnv
                .getFiler()
                .createResource(StandardLocation.CLASS_OUTPUT, "", "META-INF/services/" + service)
                .openWriter()) {
            for (String name : names) {
                out.write(name + "\n");
            }
        } catch (IOException e) {
            fail("cannot write the index of " + service + ": " + e.getMessage());
        }
    }

    private void fail(String message) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, message);
    }
}
