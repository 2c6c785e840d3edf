/**
 * The occasions on which values are written.
 *
 * - `start`: by the caller who starts an instance. Internal variables cannot be given; required variables must be given.
 * - `call`: by the process that calls another process. As for `start`, but values may have the form that expressions
 *   give them, and a process that declares no variables accepts any variable.
 * - `change`: by a person or another system into a running instance: a change of the context, or an answer.
 * - `complete`: by the person who completes a task. Internal variables cannot be given.
 * - `write`: by the process itself: mappings, scripts, decisions. Values may have the form that expressions give them,
 *   and undeclared names are kept as JSON.
 */
export type ContextMoment = 'start' | 'call' | 'change' | 'complete' | 'write'
