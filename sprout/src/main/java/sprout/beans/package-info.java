/**
 * The container: singletons wired by constructor, from definitions that an annotation processor wrote at build time.
 * Imports {@code sprout.config} and nothing else of Sprout; nothing here knows about HTTP or routes.
 */
@NullMarked
package sprout.beans;

import org.jspecify.annotations.NullMarked;
