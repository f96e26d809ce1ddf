@NullMarked
package comparison.lab.engine;

import org.jspecify.annotations.NullMarked;
