@NullMarked
package comparison.hyperfoil;

import org.jspecify.annotations.NullMarked;
