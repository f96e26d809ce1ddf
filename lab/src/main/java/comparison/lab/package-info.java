/**
 * Studies of one server: where its time goes, what observing it costs, and what its engine costs compared with others.
 * They use the harness as a library; the harness does not know them.
 */
@NullMarked
package comparison.lab;

import org.jspecify.annotations.NullMarked;
