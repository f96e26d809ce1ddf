@NullMarked
package comparison.harness.engine;

import org.jspecify.annotations.NullMarked;
