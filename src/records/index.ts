// Records: what proves what happened to documents. Sheets of approval and familiarization.
export * from './sheets/index.ts'
