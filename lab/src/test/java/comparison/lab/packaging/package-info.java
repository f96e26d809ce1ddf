/** Tests of {@link comparison.lab.packaging}. */
@NullMarked
package comparison.lab.packaging;

import org.jspecify.annotations.NullMarked;
