/** Shows the progress of long work: in place on a terminal, otherwise one line for every ten percent. */
export interface ProgressLine {
  show(what: string, done: number, total: number): void
  /** Ends the line, so that the next output begins a new one. */
  end(): void
}

export function createProgressLine(): ProgressLine {
  const isTerminal = process.stderr.isTTY === true
  let last = ''
  return {
    show(what, done, total) {
      const percent = total > 0 ? Math.min(100, Math.floor((done * 100) / total)) : undefined
      const shown = percent === undefined || isTerminal ? percent : percent - (percent % 10)
      const line = shown === undefined ? what : `${what} ${shown} %`
      if (line === last) return
      process.stderr.write(isTerminal ? `\r\x1b[K${line}` : `${line}\n`)
      last = line
    },
    end() {
      if (isTerminal && last !== '') process.stderr.write('\n')
      last = ''
    },
  }
}

/** Returns a readable size, such as `12.3 MB`. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const numberIn = (power: number): string => (power === 0 ? `${bytes}` : (bytes / 1000 ** power).toFixed(1))
  let power = 0
  // The rounded number decides on the unit, so that 999,999 bytes are 1.0 MB and not 1000.0 kB.
  while (power < units.length - 1 && Number(numberIn(power)) >= 1000) power++
  return `${numberIn(power)} ${units[power]}`
}

/** Returns a count with its noun: "1 row", "0 rows", "4031 rows". The plural of the noun must end in s. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
