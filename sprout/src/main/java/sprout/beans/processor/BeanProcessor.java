package sprout.beans.processor;

import javax.annotation.processing.SupportedAnnotationTypes;

/** Writes a {@link sprout.beans.BeanModule} for each package that has components. */
@SupportedAnnotationTypes("*")
public final class BeanProcessor extends ModuleProcessor<BeanModuleSource> {
    /** Called by the compiler, which finds this class in the service index. */
    public BeanProcessor() {
        super("sprout.beans.BeanModule");
    }

    @Override
    protected BeanModuleSource emptyModule(String packageName, BeanModel model) {
        return new BeanModuleSource(packageName, model);
    }
}
