/** A task for a thread of the sandbox. */
export type SandboxTask =
  | {
      readonly kind: 'run'
      readonly script: string
      /** Variables as JSON. */
      readonly variables: string
      /** Value of `Date.now()` in the script, in milliseconds since 1970. */
      readonly nowMs: number
      readonly cpuMs: number
      readonly wallMs: number
    }
  | { readonly kind: 'check'; readonly script: string; readonly cpuMs: number; readonly wallMs: number }

/** The result of a task of the sandbox. */
export type SandboxResult =
  /** Returned object as JSON. */
  | { readonly type: 'returned'; readonly json: string }
  | { readonly type: 'bpmnError'; readonly code: string; readonly message: string }
  | { readonly type: 'threw'; readonly message: string }
  | { readonly type: 'syntaxError'; readonly message: string; readonly line: number }
  /** `isOfWallTime` means that the script was stopped although it had processor time left. */
  | { readonly type: 'limit'; readonly message: string; readonly isOfWallTime?: boolean }
  | { readonly type: 'valid' }

/** A message of a thread of the sandbox: the start or the end of a task. */
export type FromThread =
  | { readonly kind: 'begins' }
  /** End of a task. `isBroken` means that the sandbox must not be used again. */
  | { readonly kind: 'ended'; readonly result: SandboxResult; readonly isBroken: boolean }
