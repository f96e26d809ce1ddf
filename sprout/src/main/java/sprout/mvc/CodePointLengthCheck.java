package sprout.mvc;

import io.avaje.validation.adapter.AbstractConstraintAdapter;
import io.avaje.validation.adapter.ValidationContext.AdapterCreateRequest;
import org.jspecify.annotations.Nullable;

/** Implements the constraint {@link sprout.mvc.annotation.CodePointLength}. */
final class CodePointLengthCheck extends AbstractConstraintAdapter<CharSequence> {
    private final int least;
    private final int greatest;

    CodePointLengthCheck(AdapterCreateRequest request) {
        super(request);
        this.least = request.<Integer>attribute("min");
        this.greatest = request.<Integer>attribute("max");
    }

    @Override
    protected boolean isValid(@Nullable CharSequence value) {
        if (value == null) {
            return true;
        }
        int length = Character.codePointCount(value, 0, value.length());
        return length >= least && length <= greatest;
    }
}
