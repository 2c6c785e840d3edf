/** What a thread of the sandbox is asked to do. */
export type SandboxTask =
  | {
      readonly kind: 'run'
      readonly script: string
      /** The variables as JSON. */
      readonly variables: string
      /** The time that the script sees. */
      readonly nowMs: number
      readonly wallMs: number
    }
  | { readonly kind: 'check'; readonly script: string; readonly wallMs: number }

/** How a task of the sandbox ended. */
export type SandboxResult =
  /** The returned object as JSON. */
  | { readonly type: 'returned'; readonly json: string }
  | { readonly type: 'bpmnError'; readonly code: string; readonly message: string }
  | { readonly type: 'threw'; readonly message: string }
  | { readonly type: 'syntaxError'; readonly message: string; readonly line: number }
  | { readonly type: 'limit'; readonly message: string }
  | { readonly type: 'valid' }

/** What a thread of the sandbox sends: that a task begins, or how it ended. */
export type FromThread =
  | { readonly kind: 'begins' }
  /** `isBroken`: the sandbox must not be used again. */
  | { readonly kind: 'ended'; readonly result: SandboxResult; readonly isBroken: boolean }
