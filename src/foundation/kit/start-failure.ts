const full = new Set(['ENOSPC', 'EDQUOT'])
/** PostgreSQL's SQLSTATE for a full disk. From a separate server it says nothing about DATA_DIR. */
const databaseFull = '53100'
const forbidden = new Set(['EACCES', 'EPERM', 'EROFS'])
/** Matches messages of a full disk. Errors from the thread of the embedded database have lost their code. */
const fullWords = /\b(ENOSPC|EDQUOT)\b|no space left on device|disk quota exceeded/i

export interface StartSettings {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly host: string
  readonly port: number
}

/**
 * Converts the error of a failed start to an error with a message for the operator when the disk is full, the data
 * folder cannot be written to or the port is in use. Returns any other error unchanged.
 */
export function toStartFailure(error: unknown, { dataDir, databaseUrl, host, port }: StartSettings): unknown {
  const { code = '', path = '', message } = causeWithCode(error)
  const isEmbeddedFull = databaseUrl === undefined && code === databaseFull
  if (full.has(code) || isEmbeddedFull || fullWords.test(message)) {
    const sentence = `the disk of DATA_DIR ${dataDir} is full; make room on it and start Chancery again. Nothing that was stored is lost.`
    return new Error(sentence, { cause: error })
  }
  if (forbidden.has(code) && (path.startsWith(dataDir) || (path !== '' && dataDir.startsWith(path)))) {
    const reason = code === 'EROFS' ? 'lies on a read-only disk' : 'may not be used by the user that runs Chancery'
    const sentence = `DATA_DIR ${dataDir}: ${path} ${reason}; change its owner or mode, or set DATA_DIR to another folder`
    return new Error(sentence, { cause: error })
  }
  if (code === 'EADDRINUSE') {
    const sentence = `another program listens on ${host}, port ${port}; stop it, or set PORT to another port`
    return new Error(sentence, { cause: error })
  }
  return error
}

interface Failure {
  readonly code?: string
  readonly path?: string
  readonly message: string
}

/** Returns the first error with a known code among an error and its causes; the error itself when there is none. */
function causeWithCode(error: unknown): Failure {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code = '' } = one as NodeJS.ErrnoException
    if (full.has(code) || forbidden.has(code) || code === databaseFull || code === 'EADDRINUSE') return one
  }
  return error instanceof Error ? error : { message: String(error) }
}
