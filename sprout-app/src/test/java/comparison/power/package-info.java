/**
 * Whether the contract would notice: a real application behind a proxy that plants one fault at a time, and the suite
 * that must find it.
 *
 * <p>The faults stand in {@link comparison.power.Fault}, one line each; nothing in here knows how the suite finds them.
 */
@NullMarked
package comparison.power;

import org.jspecify.annotations.NullMarked;
