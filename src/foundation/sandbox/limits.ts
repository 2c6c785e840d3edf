/** Limits of one script. */
export const scriptLimits = {
  /** Milliseconds of processor time of its thread after which a running script is interrupted. */
  cpuMs: 200,
  /**
   * Milliseconds after which a running script is interrupted, whatever processor time it got. Generous, so that a busy
   * machine does not stop a script that has hardly run.
   */
  wallMs: 2_000,
  /**
   * Milliseconds after which a check of a script, which compiles it, is interrupted. Generous, so that a script is not
   * refused only because the machine is busy.
   */
  compileMs: 5_000,
  /** Additional milliseconds after which the thread is terminated, for scripts inside a long built-in function. */
  graceMs: 250,
  /** Maximum memory of a script in bytes. */
  maxMemoryBytes: 64 * 1024 ** 2,
  maxStackBytes: 256 * 1024,
  /** Maximum number of characters of the variables and of the returned object, as JSON. */
  maxJsonChars: 1024 ** 2,
  /** Maximum number of characters of the text of a script. */
  maxScriptChars: 100_000,
} as const

/** Maximum size of the memory of a sandbox, in pages of 64 KiB. */
export const maxSandboxPages = 2048
