/**
 * When values are written.
 *
 * - `start`: by the caller who starts an instance. Variables of the process itself cannot be given, required ones must be.
 * - `call`: by the process that calls another process. As for `start`, but values may have the form that expressions give
 *   them, and a process that declares no variables takes any.
 * - `change`: by a person or another system into a running instance: a change of the context, or an answer.
 * - `complete`: by the person who completes a task. Internal variables cannot be given.
 * - `write`: by the process itself: mappings, scripts, decisions. Values may have the form that expressions give them,
 *   and undeclared names are kept as JSON.
 */
export type ContextMoment = 'start' | 'call' | 'change' | 'complete' | 'write'
