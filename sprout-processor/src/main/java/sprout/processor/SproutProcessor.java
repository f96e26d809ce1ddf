package sprout.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/**
 * Writes a class for each package that has components, controllers, WebSocket endpoints or rows, and the index of these
 * classes for the {@link java.util.ServiceLoader}. Claims no annotation, so that other processors see all of them.
 */
@SupportedAnnotationTypes("*")
public final class SproutProcessor extends AbstractProcessor {
    /**
     * Tells GraalVM's native-image which files an application reads at run time: settings, also those of its logging,
     * and static files. Beans and routes need no metadata, because generated code calls their classes.
     */
    private static final String NATIVE_METADATA = """
            {
              "resources": [
                {"glob": "*.yml"},
                {"glob": "*.properties"},
                {"glob": "static/**"}
              ]
            }
            """;

    private final List<Kind> kinds = List.of(
            new Kind(name -> new BeanModuleSource(name, model())),
            new Kind(name -> new RouteModuleSource(name, model(), binding(name))),
            new Kind(name -> new EndpointModuleSource(name, model(), binding(name))),
            new Kind(name -> new RowModuleSource(name, model())));
    private final Set<String> packages = new HashSet<>();

    /** The modules by package that implement the same interface. */
    private record Kind(Function<String, ModuleSource> empty, Map<String, ModuleSource> modules) {
        Kind(Function<String, ModuleSource> empty) {
            this(empty, new TreeMap<>());
        }
    }

    private BeanModel model() {
        return new BeanModel(processingEnv);
    }

    private ArgumentBinding binding(String packageName) {
        return new ArgumentBinding(model(), packageName);
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Set<ModuleSource> changed = new LinkedHashSet<>();
        for (TypeElement type : types(round)) {
            collect(type, changed);
        }
        changed.forEach(this::write);
        if (round.processingOver()) {
            kinds.stream().map(kind -> kind.modules().values()).forEach(this::writeIndex);
            writeResource("META-INF/native-image/sprout/settings/reachability-metadata.json", NATIVE_METADATA);
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
        return existing(packageOf(className), className.substring(className.lastIndexOf('.') + 1) + ".class")
                .isPresent();
    }

    private static String packageOf(String className) {
        return className.substring(0, Math.max(0, className.lastIndexOf('.')));
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

    private void collect(TypeElement type, Set<ModuleSource> changed) {
        if (type.asType().getKind() == TypeKind.ERROR) {
            return; // the compiler has a better message for it
        }
        String packageName = model().packageOf(type);
        for (Kind kind : kinds) {
            ModuleSource known = kind.modules().get(packageName);
            ModuleSource module = known == null ? kind.empty().apply(packageName) : known;
            try {
                if (module.add(type)) {
                    kind.modules().put(packageName, module);
                    changed.add(module);
                }
            } catch (InvalidBeanException e) {
                processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, e.getMessage(), e.element());
            }
        }
        for (TypeElement nested : ElementFilter.typesIn(type.getEnclosedElements())) {
            collect(nested, changed);
        }
    }

    private void write(ModuleSource module) {
        Element[] origins = module.origins().toArray(Element[]::new);
        write(
                module.qualifiedName(),
                () -> processingEnv.getFiler().createSourceFile(module.qualifiedName(), origins),
                module.source());
    }

    /**
     * Writes the names of all modules of a kind. Modules of packages that this compilation did not touch stay in the
     * index while their class exists.
     */
    private void writeIndex(Collection<ModuleSource> modules) {
        if (modules.isEmpty()) {
            return;
        }
        String file = "META-INF/services/" + modules.iterator().next().service();
        Set<String> names = new TreeSet<>();
        existing("", file).stream()
                .flatMap(String::lines)
                .filter(name -> !packages.contains(packageOf(name)) && wasCompiled(name))
                .forEach(names::add);
        modules.forEach(module -> names.add(module.qualifiedName()));
        writeResource(file, String.join("\n", names) + "\n");
    }

    private void writeResource(String file, String text) {
        write(file, () -> processingEnv.getFiler().createResource(StandardLocation.CLASS_OUTPUT, "", file), text);
    }

    private interface Creation {
        FileObject file() throws IOException;
    }

    private void write(String name, Creation creation, String text) {
        try (Writer out = creation.file().openWriter()) {
            out.write(text);
        } catch (IOException e) {
            processingEnv
                    .getMessager()
                    .printMessage(Diagnostic.Kind.ERROR, "cannot write " + name + ": " + e.getMessage());
        }
    }
}
