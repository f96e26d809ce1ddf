package sprout.beans;

import java.util.List;
import org.jspecify.annotations.Nullable;
import sprout.config.AppConfig;

/** Holds one bean: its definition, how to create it, and the bean once it is created. */
final class Slot {
    private final BeanDefinition definition;
    private final @Nullable BeanModule module;
    private final int index;
    private volatile @Nullable Object bean;
    private @Nullable Object raw;

    Slot(BeanDefinition definition, BeanModule module, int index) {
        this.definition = definition;
        this.module = module;
        this.index = index;
    }

    Slot(BeanDefinition definition, Object bean) {
        this.definition = definition;
        this.module = null;
        this.index = -1;
        this.bean = bean;
    }

    BeanDefinition definition() {
        return definition;
    }

    boolean enabled(AppConfig config) {
        return module == null || module.enabled(index, config);
    }

    @Nullable
    Object bean() {
        return bean;
    }

    Object make(BeanContext beans, List<BeanPostProcessor> postProcessors) throws Exception {
        if (module == null) {
            throw new IllegalStateException("an instance has nothing to be made");
        }
        Object created = module.create(index, beans);
        raw = created;
        Object result = created;
        for (BeanPostProcessor processor : postProcessors) {
            result = processor.postProcessBeforeInitialization(definition.name(), result);
        }
        module.initialize(index, created);
        for (BeanPostProcessor processor : postProcessors) {
            result = processor.postProcessAfterInitialization(definition.name(), result);
        }
        bean = result;
        return result;
    }

    void destroy() throws Exception {
        if (module != null && raw != null) {
            module.destroy(index, raw);
        }
    }
}
