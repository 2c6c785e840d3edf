import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk extends AsyncDisposable {
  readonly folder: string
  resize(size: string): void
  /** Uses up all free space; `empty` frees it again. */
  fill(): void
  empty(): void
}

/** Mounts a small disk in memory. Returns undefined if the user may not mount disks. */
export function mountDisk(size: string): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-disk-'))
  const mount = (...words: string[]): unknown => execFileSync('mount', words, { stdio: 'pipe' })
  try {
    mount('-t', 'tmpfs', '-o', `size=${size}`, 'chancery', folder)
  } catch {
    rmdirSync(folder)
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    resize: (to) => void mount('-o', `remount,size=${to}`, folder),
    fill() {
      const file = openSync(filler, 'w')
      try {
        for (let bytes = 1024 ** 2; ; ) writeSync(file, Buffer.alloc(bytes))
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(filler),
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

export const withoutDisk = 'SKIPPED: this user may not mount a disk of its own'
