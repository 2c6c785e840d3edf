import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { officeFolder } from '../src/cli/sample.ts'
import { type Config, readConfig } from '../src/config.ts'
import { type Platform, startPlatform } from '../src/platform.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
}

export interface TestPlatform extends AsyncDisposable {
  readonly platform: Platform
  readonly url: string
  readonly token: string
  /** Sends JSON as the administrator, or with other headers. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export const adminToken = 'test-token-of-the-administrator'
