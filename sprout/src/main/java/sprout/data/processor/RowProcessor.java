package sprout.data.processor;

import javax.annotation.processing.SupportedAnnotationTypes;
import sprout.beans.processor.BeanModel;
import sprout.beans.processor.ModuleProcessor;

/** Writes a {@link sprout.data.RowModule} for each package that has {@link sprout.data.Row} records. */
@SupportedAnnotationTypes("*")
public final class RowProcessor extends ModuleProcessor<RowModuleSource> {
    /** Called by the compiler, which finds this class in the service index. */
    public RowProcessor() {
        super("sprout.data.RowModule");
    }

    @Override
    protected RowModuleSource emptyModule(String packageName, BeanModel model) {
        return new RowModuleSource(packageName, model);
    }
}
