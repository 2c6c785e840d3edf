import { statfs } from 'node:fs/promises'
import type { Files } from '../files/index.ts'
import type { Audit } from '../foundation/audit/index.ts'
import type { Backups } from '../foundation/backup/index.ts'
import type { Config } from '../foundation/config/index.ts'
import type { Database } from '../foundation/db/database.ts'
import { observeDatabase } from '../foundation/db/observed.ts'
import { databaseSize } from '../foundation/db/size.store.ts'
import { type Admission, createAdmission } from '../foundation/http/admission/admission.ts'
import type { HandlerOptions } from '../foundation/http/handler.ts'
import { productVersion } from '../foundation/http/product-version.ts'
import type { OnAnswered } from '../foundation/http/server.ts'
import type { Jobs } from '../foundation/jobs/index.ts'
import type { Log } from '../foundation/kit/log.ts'
import { createMetrics, type Metric, type Metrics } from '../foundation/metrics/index.ts'
import type { Tracing } from '../foundation/tracing/index.ts'
import { openTracing } from '../foundation/tracing/index.ts'
import type { Webhooks } from '../modules/index.ts'
import type { Processes } from '../process/index.ts'
import { type MetricsAddress, serveMetrics } from './metrics-server.ts'

export interface Observation {
  /** Returns a database that measures its use. */
  watch(database: Database): Database
  /** The options with which the HTTP server measures its requests. */
  readonly ofServer: Pick<HandlerOptions<never>, 'admission' | 'tracing'> & { readonly onAnswered: OnAnswered }
  readonly tracing: Tracing
  /** Adds the metrics of the rooms. With `address`, also serves the metrics there. */
  measure(rooms: RoomsToMeasure, address: MetricsAddress | undefined): Promise<void>
  text(): Promise<string>
  /** Stops the metrics and the tracing. */
  close(): Promise<void>
}

/** What reports metrics of its own: parts of the foundations, rooms, and folders on disks. */
interface RoomsToMeasure {
  readonly jobs: Pick<Jobs, 'overview'>
  readonly audit: Pick<Audit, 'figures'>
  readonly files: Pick<Files, 'totalBytes'>
  readonly processes: Pick<Processes, 'figures'>
  readonly webhooks: Pick<Webhooks, 'figures'>
  readonly backups: Pick<Backups, 'figures'>
  readonly database: Database
  /** Folders whose free space is measured, by their setting. */
  readonly folders: Readonly<Record<string, string>>
}

/** Operations that sign a person in. The log shows their refusals at its default level. */
const signInOperations = new Set(['signIn', 'signInByLink', 'setUp', 'acceptInvitation'])

const gauge = (name: string, help: string, samples: Metric['samples']): Metric => ({
  name,
  help,
  type: 'gauge',
  samples,
})
const one = (name: string, help: string, value: number): Metric => gauge(name, help, [{ value }])

/** Creates the metrics and begins to measure requests. */
export async function observe(config: Pick<Config, 'tracing'>, log: Log): Promise<Observation> {
  const tracing = await openTracing(config.tracing && { ...config.tracing, version: productVersion })
  const admission = createAdmission()
  const metrics = createMetrics({ version: productVersion })
  const requests = metrics.counter('chancery_http_requests_total', 'Requests by operation and status of the answer.', [
    'operation',
    'status',
  ])
  const durations = metrics.histogram(
    'chancery_http_request_duration_seconds',
    'Time from the first byte of a request to the last byte of its answer.',
    ['operation'],
  )
  const failedSignIns = metrics.counter('chancery_sign_in_failures_total', 'Refused sign-ins by status.', ['status'])
  const uses = metrics.histogram(
    'chancery_database_duration_seconds',
    'Time of statements and transactions, with the wait for a connection.',
    ['way'],
  )
  const failures = metrics.counter('chancery_database_failures_total', 'Failed statements and transactions.', ['way'])
  measureBulkheads(metrics, admission)
  let served: { close(): Promise<void> } | undefined
  return {
    watch(database) {
      measureConnections(metrics, database)
      return observeDatabase(database, tracing, ({ way, durationMs, isFailed }) => {
        uses.observe([way], durationMs)
        if (isFailed) failures.add([way])
      })
    },
    tracing,
    ofServer: {
      admission,
      tracing: config.tracing && tracing,
      onAnswered({ operation, status, durationMs, request }) {
        requests.add([operation, String(status)])
        durations.observe([operation], durationMs)
        if (operation === 'signIn' && status >= 400) failedSignIns.add([String(status)])
        const isRefusedSignIn = signInOperations.has(operation) && status >= 400 && status < 500
        const details = { operation, ...request, status, durationMs: Math.round(durationMs * 10) / 10 }
        log(isRefusedSignIn ? 'warn' : 'info', isRefusedSignIn ? 'sign-in refused' : 'request', details)
      },
    },
    async measure(rooms, address) {
      measureRooms(metrics, rooms)
      measureDisks(metrics, rooms.folders)
      if (address !== undefined) served = await serveMetrics(metrics, address)
    },
    text: () => metrics.text(),
    async close() {
      metrics.close()
      await served?.close()
      await tracing.close()
    },
  }
}

function measureConnections(metrics: Metrics, database: Database): void {
  metrics.add(() => {
    const { open, running, waiting } = database.connectionUse()
    return [
      gauge('chancery_database_connections', 'Connections to the database, and work that runs on them or waits.', [
        { labels: { state: 'open' }, value: open },
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'waiting' }, value: waiting },
      ]),
    ]
  })
}

function measureBulkheads(metrics: Metrics, admission: Admission): void {
  metrics.add(() => {
    const bulkheads = admission.states()
    return [
      gauge(
        'chancery_requests_running',
        'Requests that run, by cost class.',
        bulkheads.map(({ cost, running }) => ({ labels: { class: cost }, value: running })),
      ),
      gauge(
        'chancery_requests_waiting',
        'Requests that wait for their turn, by cost class.',
        bulkheads.map(({ cost, waiting }) => ({ labels: { class: cost }, value: waiting })),
      ),
      {
        name: 'chancery_requests_refused_total',
        help: 'Requests that got no turn, by cost class and reason.',
        type: 'counter',
        samples: bulkheads.flatMap(({ cost, refused }) =>
          Object.entries(refused).map(([reason, value]) => ({ labels: { class: cost, reason }, value })),
        ),
      },
    ]
  })
}

function measureDisks(metrics: Metrics, folders: RoomsToMeasure['folders']): void {
  metrics.add(async () => {
    const free = await Promise.all(
      Object.entries(folders).map(async ([folder, path]) => {
        const found = await statfs(path).catch(() => undefined)
        return found && { labels: { folder }, value: found.bavail * found.bsize }
      }),
    )
    const help = 'Free space on the disk of a folder of this server.'
    return [
      gauge(
        'chancery_disk_free_bytes',
        help,
        free.filter((one) => one !== undefined),
      ),
    ]
  })
}

function measureRooms(
  metrics: Metrics,
  { jobs, audit, files, processes, webhooks, backups, database }: RoomsToMeasure,
): void {
  metrics.addStored('jobs', async () => {
    const { queues } = await jobs.overview()
    return [
      gauge(
        'chancery_jobs',
        'Jobs of all nodes by queue and state, counted up to 10,000.',
        queues.flatMap(({ queue, waiting, due, active, failed }) =>
          Object.entries({ waiting, due, active, failed }).map(([state, value]) => ({
            labels: { queue, state },
            value,
          })),
        ),
      ),
      gauge(
        'chancery_job_lag_seconds',
        'Time for which the oldest due job of a queue has been waiting.',
        queues.map(({ queue, lagS }) => ({ labels: { queue }, value: lagS })),
      ),
    ]
  })
  metrics.addStored('processes', async () => {
    const { runningInstances, openIncidents, dueLagS } = await processes.figures()
    return [
      one(
        'chancery_process_instances_running',
        'Instances that have not ended, counted up to 100,000.',
        runningInstances,
      ),
      one('chancery_process_incidents_open', 'Open incidents, counted up to 100,000.', openIncidents),
      one('chancery_process_due_lag_seconds', 'Time for which the oldest due work of processes has waited.', dueLagS),
    ]
  })
  metrics.addStored('audit', async () => {
    const { unsealedForS, isStopped } = await audit.figures()
    return [
      one('chancery_audit_unsealed_seconds', 'Age of the oldest unsealed row of the audit log.', unsealedForS),
      one('chancery_audit_sealing_stopped', 'Whether this server has stopped sealing the audit.', isStopped ? 1 : 0),
    ]
  })
  metrics.addStored('webhooks', async () => {
    const { pending, pendingForS } = await webhooks.figures()
    return [
      one('chancery_webhook_deliveries_pending', 'Deliveries that wait, counted up to 100,000.', pending),
      one('chancery_webhook_lag_seconds', 'Time for which the oldest waiting delivery has waited.', pendingForS),
    ]
  })
  metrics.addStored('backups', async () => {
    const { lastDoneAtS, hasFailed } = await backups.figures()
    const failed = one('chancery_backup_failed', 'Whether the backup that ended last has failed.', hasFailed ? 1 : 0)
    const samples = lastDoneAtS === undefined ? [] : [{ value: lastDoneAtS }]
    const help = 'When the newest archive of a backup was completed.'
    return [failed, gauge('chancery_backup_last_done_timestamp_seconds', help, samples)]
  })
  metrics.addStored('sizes', async () => [
    one('chancery_database_size_bytes', 'Size of the database.', (await databaseSize(database.reader)).bytes),
    one('chancery_files_size_bytes', 'Size of the permanent files.', await files.totalBytes()),
  ])
}
