package sprout.beans;

/** Marks a bean that serves the framework itself. Such beans are created before all others. */
public interface InfrastructureBean {}
