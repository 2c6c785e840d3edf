export function useCompileCache(folder: string): boolean
