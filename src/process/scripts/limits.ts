/** Limits of one script. */
export const scriptLimits = {
  /** Milliseconds until a running script is interrupted. */
  wallMs: 200,
  /** Milliseconds after that until its thread is terminated, for scripts that are inside one long built-in function. */
  graceMs: 50,
  /** Bytes of memory of a script. */
  maxMemoryBytes: 64 * 1024 ** 2,
  maxStackBytes: 256 * 1024,
  /** Characters of the variables and of the returned object as JSON. */
  maxJsonChars: 1024 ** 2,
  /** Characters of the text of a script. */
  maxScriptChars: 100_000,
} as const

/** Pages of 64 KiB that the memory of a sandbox may grow to, whatever the script does. */
export const maxSandboxPages = 2048
