package sprout.beans;

import jakarta.inject.Provider;
import java.lang.annotation.Annotation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.aop.Advice;
import sprout.aop.Interception;
import sprout.beans.BeanDefinition.Precedence;
import sprout.beans.BeanModule.AdviceDefinition;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;

/**
 * Holds the beans of an application: one instance of each. Beans are created at start, those that others need first,
 * and destroyed in reverse order. Thread-safe once {@link Builder#start()} has returned.
 */
public final class BeanContext implements AutoCloseable {
    private final SlotIndex slots;
    private final List<AdviceSource> advices;
    private final Deque<Slot> made = new ArrayDeque<>();
    private final Deque<Slot> inCreation = new ArrayDeque<>();
    private final List<BeanPostProcessor> postProcessors = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean closed;

    private BeanContext(List<Slot> slots, List<AdviceSource> advices) {
        this.slots = new SlotIndex(slots);
        this.advices = advices;
    }

    /** Creates a builder without beans, to which modules and instances are added. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Finds the bean of a type, and creates it if necessary.
     *
     * @throws BeanException if none or several fit, or creating it fails
     */
    public <T> T get(Class<T> type) {
        List<Slot> fitting = slots.candidates(type);
        if (fitting.size() == 1) {
            return type.cast(instance(fitting.getFirst()));
        }
        throw fitting.isEmpty() ? Wiring.missing(type, chain()) : Wiring.ambiguous(type, fitting, chain());
    }

    /**
     * Finds the bean of a type and name, and creates it if necessary.
     *
     * @throws BeanException if no such bean exists, or creating it fails
     */
    public <T> T get(Class<T> type, String name) {
        return find(type, name).orElseThrow(() -> Wiring.missingName(type, name, slots.fitting(type), chain()));
    }

    /** The beans that this thread is creating, for messages. Only a thread that holds the lock creates beans. */
    private Collection<Slot> chain() {
        return lock.isHeldByCurrentThread() ? inCreation : List.of();
    }

    /**
     * Finds the bean of a type; empty if none fits.
     *
     * @throws BeanException if several fit, or creating it fails
     */
    public <T> Optional<T> find(Class<T> type) {
        return slots.candidates(type).isEmpty() ? Optional.empty() : Optional.of(get(type));
    }

    /**
     * Finds the bean of a type and name; empty if there is none.
     *
     * @throws BeanException if creating it fails
     */
    public <T> Optional<T> find(Class<T> type, String name) {
        for (Slot slot : slots.fitting(type)) {
            if (slot.definition().name().equals(name)) {
                return Optional.of(type.cast(instance(slot)));
            }
        }
        return Optional.empty();
    }

    /** All beans of a type, sorted by {@code @Order}; empty if none fits. */
    public <T> List<T> list(Class<T> type) {
        return List.copyOf(map(type).values());
    }

    /** All beans of a type by name, sorted by {@code @Order}; empty if none fits. */
    public <T> Map<String, T> map(Class<T> type) {
        Map<String, T> beans = new LinkedHashMap<>();
        for (Slot slot : slots.all(type)) {
            beans.put(slot.definition().name(), type.cast(instance(slot)));
        }
        return beans;
    }

    /** A provider that looks the bean up at each call. It breaks cycles, and delays the creation of expensive beans. */
    public <T> Provider<T> provider(Class<T> type) {
        return () -> get(type);
    }

    /** A provider like {@link #provider(Class)}, of the bean that also has a name. */
    public <T> Provider<T> provider(Class<T> type, String name) {
        return () -> get(type, name);
    }

    /**
     * Resolves the aspects of a method, for the subclasses that the annotation processor writes.
     *
     * @param index of the method in the subclass
     * @param method its class and name, for messages
     * @throws BeanException if one of the annotations has no aspect
     */
    public Interception interception(int index, String method, Annotation... annotations) {
        List<AdviceSource> found = new ArrayList<>();
        for (Annotation annotation : annotations) {
            Class<?> type = annotation.annotationType();
            List<AdviceSource> answering = advices.stream()
                    .filter(advice -> advice.definition().annotation() == type)
                    .filter(advice ->
                            !slots.candidates(advice.definition().aspect()).isEmpty())
                    .toList();
            if (answering.isEmpty()) {
                throw Wiring.notAdvised(method, type, chain());
            }
            found.addAll(answering);
        }
        found.sort(Comparator.comparingInt(
                advice -> slots.order(advice.definition().aspect())));
        return new Interception(index, method, List.of(annotations), resolve(found));
    }

    private List<Advice> resolve(List<AdviceSource> sources) {
        List<Advice> resolved = new ArrayList<>();
        for (AdviceSource source : sources) {
            Object aspect = get(source.definition().aspect());
            resolved.add(call -> source.module().advise(source.index(), aspect, call));
        }
        return resolved;
    }

    /** Destroys the beans in reverse order of creation. An exception is logged and does not stop the others. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            while (!made.isEmpty()) {
                destroy(made.pop());
            }
        } finally {
            lock.unlock();
        }
    }

    private void makeAll() {
        list(BeanPostProcessor.class);
        list(InfrastructureBean.class);
        for (Slot slot : slots.wanted()) {
            instance(slot);
        }
        for (ContextInitializer initializer : list(ContextInitializer.class)) {
            initializer.initializeAfterRefresh(this);
        }
    }

    private Object instance(Slot slot) {
        Object bean = slot.bean();
        return bean != null ? bean : make(slot);
    }

    private Object make(Slot slot) {
        lock.lock();
        try {
            Object bean = slot.bean();
            if (bean != null) {
                return bean;
            }
            if (closed) {
                throw Wiring.closed(slot);
            }
            if (inCreation.contains(slot)) {
                throw Wiring.cycle(slot, inCreation);
            }
            return construct(slot);
        } finally {
            lock.unlock();
        }
    }

    private Object construct(Slot slot) {
        inCreation.addLast(slot);
        try {
            // A copy, because a post-processor may get another one that is created only then, and is added meanwhile.
            Object bean = slot.make(this, List.copyOf(postProcessors));
            made.push(slot);
            if (bean instanceof BeanPostProcessor processor) {
                postProcessors.add(processor);
            }
            return bean;
        } catch (BeanException | ConfigException e) {
            throw e;
        } catch (Exception e) {
            throw Wiring.failed(slot, inCreation, e);
        } finally {
            inCreation.removeLast();
        }
    }

    private static void destroy(Slot slot) {
        try {
            slot.destroy();
        } catch (Throwable e) {
            Logger log = LoggerFactory.getLogger(BeanContext.class);
            log.warn("Bean '{}' could not be destroyed", slot.definition().name(), e);
        }
    }

    private record AdviceSource(AdviceDefinition definition, BeanModule module, int index) {}

    /** Collects the modules, instances and settings of a context. */
    public static final class Builder {
        private final List<Slot> slots = new ArrayList<>();
        private final List<AdviceSource> advices = new ArrayList<>();
        private final List<Setting<?>> settings = new ArrayList<>();
        private AppConfig config = AppConfig.of(Map.of());

        private Builder() {}

        /** Sets the settings that decide conditions; without this call, no key is set. */
        public Builder config(AppConfig settings) {
            this.config = settings;
            return this;
        }

        /** Adds the beans of one module. */
        public Builder module(BeanModule module) {
            List<BeanDefinition> definitions = module.definitions();
            for (int i = 0; i < definitions.size(); i++) {
                slots.add(new Slot(definitions.get(i), module, i));
            }
            settings.addAll(module.settings());
            List<AdviceDefinition> defined = module.advices();
            for (int i = 0; i < defined.size(); i++) {
                advices.add(new AdviceSource(defined.get(i), module, i));
            }
            return this;
        }

        /**
         * Adds the modules of the class path in or below the package of a class, and in or below those that their
         * {@code @ComponentScan} names.
         *
         * @throws BeanException if one of these packages was compiled without the annotation processor
         */
        public Builder below(Class<?> main) {
            List<BeanModule> modules = new ArrayList<>();
            for (BeanModule module : ServiceLoader.load(BeanModule.class, main.getClassLoader())) {
                modules.add(module);
            }
            Set<BeanModule> added = new HashSet<>();
            Deque<String> bases = new ArrayDeque<>(List.of(main.getPackageName()));
            while (!bases.isEmpty()) {
                String base = bases.pop();
                if (!addBelow(base, modules, added, bases)) {
                    boolean scanned = !base.equals(main.getPackageName());
                    throw Wiring.notProcessed(scanned ? "@ComponentScan(\"" + base + "\")" : main.getName());
                }
            }
            return this;
        }

        /**
         * Adds the modules in or below a package, except those that were added before; returns whether there is one,
         * added or not. The packages that they scan are appended to {@code bases}.
         */
        private boolean addBelow(String base, List<BeanModule> modules, Set<BeanModule> added, Deque<String> bases) {
            boolean processed = false;
            for (BeanModule module : modules) {
                if ((module.packageName() + ".").startsWith(base + ".")) {
                    processed = true;
                    if (added.add(module)) {
                        module(module);
                        bases.addAll(module.scannedPackages());
                    }
                }
            }
            return processed;
        }

        /** The settings that the beans of the modules added so far are bound to. */
        public List<Setting<?>> settings() {
            return List.copyOf(settings);
        }

        /** Adds an existing object. The context does not destroy it. */
        public <T> Builder instance(Class<T> type, String name, T bean) {
            return instance(bean, BeanDefinition.of(name, Precedence.NORMAL, BeanDefinition.LAST, type));
        }

        /** Adds an object that replaces every other bean of this type, for tests. */
        public <T> Builder override(Class<T> type, T bean) {
            String name = type.getName() + " (override)";
            return instance(bean, BeanDefinition.of(name, Precedence.OVERRIDE, BeanDefinition.LAST, type));
        }

        private Builder instance(Object bean, BeanDefinition definition) {
            slots.add(new Slot(definition, bean));
            return this;
        }

        /**
         * Creates all beans and runs the {@link ContextInitializer}s. If that fails, destroys the beans created so far.
         *
         * @throws BeanException if the beans cannot be wired
         */
        public BeanContext start() {
            List<Slot> enabled = new ArrayList<>();
            for (Slot slot : slots) {
                if (slot.enabled(config)) {
                    enabled.add(slot);
                }
            }
            BeanContext context = new BeanContext(enabled, advices);
            try {
                context.makeAll();
                return context;
            } catch (RuntimeException | Error e) {
                context.close();
                throw e;
            }
        }
    }
}
