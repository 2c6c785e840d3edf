import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig } from './index.ts'

describe('the settings', () => {
  it('have defaults for everything', () => {
    const config = readConfig({}, {})
    assert.deepEqual(
      { ...config },
      {
        host: '127.0.0.1',
        port: 8080,
        filesDir: resolve('data/files'),
        dataDir: resolve('./data'),
        databaseUrl: undefined,
        baseUrl: undefined,
        adminToken: undefined,
        sample: 'none',
        language: 'en',
        console: true,
        areExpressionsStrict: false,
        logLevel: 'warn',
        trustedProxies: [],
        outboundAllow: [],
        outboundPorts: [80, 443, 8080, 8443],
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        testClock: false,
        fieldTablesFrom: 1000,
        reportRole: undefined,
        s3: undefined,
        files: { binDays: 30, userQuotaBytes: undefined, quotaBytes: undefined, reserveBytes: 256 * 1024 ** 2 },
        backups: { folder: resolve('./data/backups'), at: undefined, keep: 7 },
        retention: { instanceDays: 0, importDays: 0, batchDays: 0 },
        mail: undefined,
        mcp: 'read',
        metrics: undefined,
        tracing: undefined,
        libreOffice: undefined,
        secrets: {},
      },
    )
  })

  it('take precedence from the environment over defaults of a command', () => {
    assert.equal(readConfig({ SAMPLE: 'office' }, {}).sample, 'office')
    assert.equal(readConfig({ SAMPLE: 'office' }, { SAMPLE: 'none' }).sample, 'none')
  })

  it('name allowed targets of fetches by hosts, addresses and networks, and by ports', () => {
    const { outboundAllow, outboundPorts } = readConfig(
      {},
      { OUTBOUND_ALLOW: 'erp.local, 10.0.0.7,fd00::/8 , files', OUTBOUND_PORTS: '443, 9000' },
    )
    assert.deepEqual(outboundAllow, ['erp.local', '10.0.0.7', 'fd00::/8', 'files'])
    assert.deepEqual(outboundPorts, [443, 9000])
  })

  it('name where metrics are served and where traces are sent', () => {
    const { metrics, tracing } = readConfig(
      {},
      { METRICS_LISTEN: '[::1]:9464', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' },
    )
    assert.deepEqual(metrics, { host: '::1', port: 9464 })
    assert.deepEqual(tracing, { endpoint: 'http://collector:4318', serviceName: 'chancery' })
    for (const wrong of ['9464', 'localhost:', 'localhost:99999', 'a b:1'])
      assert.throws(() => readConfig({}, { METRICS_LISTEN: wrong }), /METRICS_LISTEN is .* such as 127\.0\.0\.1:9464/)
    assert.throws(
      () => readConfig({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }),
      /OTEL_EXPORTER_OTLP_ENDPOINT/,
    )
  })

  it('limit the space for files in bytes, or in K, M and G', () => {
    const { files } = readConfig(
      {},
      { FILES_QUOTA: '2G', FILES_USER_QUOTA: '1500', FILES_RESERVE: '0', FILES_BIN_DAYS: '0' },
    )
    assert.deepEqual(files, { binDays: 0, userQuotaBytes: 1500, quotaBytes: 2 * 1024 ** 3, reserveBytes: 0 })
    assert.equal(readConfig({}, { FILES_RESERVE: '3k' }).files.reserveBytes, 3072)
    for (const wrong of ['1.5G', '-1', 'much', '1T'])
      assert.throws(() => readConfig({}, { FILES_QUOTA: wrong }), /FILES_QUOTA is .* such as 256M/)
    for (const wrong of ['1.5', '-1', 'never'])
      assert.throws(() => readConfig({}, { FILES_BIN_DAYS: wrong }), /FILES_BIN_DAYS is .* days from 0/)
  })

  it('keep ended work for ever, or for a number of days', () => {
    const { retention } = readConfig({}, { INSTANCES_KEEP_DAYS: '365', IMPORTS_KEEP_DAYS: '7', BATCHES_KEEP_DAYS: '0' })
    assert.deepEqual(retention, { instanceDays: 365, importDays: 7, batchDays: 0 })
    for (const name of ['INSTANCES_KEEP_DAYS', 'IMPORTS_KEEP_DAYS', 'BATCHES_KEEP_DAYS'])
      assert.throws(() => readConfig({}, { [name]: '-1' }), new RegExp(`${name} is "-1"; it must be days from 0`))
  })

  it('name the mail server by an address, and the secrets of processes by a prefix', () => {
    const from = 'Chancery <chancery@example.com>'
    const { mail, secrets } = readConfig(
      {},
      { SMTP_URL: 'smtps://me:p%40ss@mail.example.com', MAIL_FROM: from, SECRET_CRM_KEY: ' abc ', SECRET_EMPTY: '' },
    )
    assert.deepEqual(mail, { host: 'mail.example.com', port: 465, isTls: true, user: 'me', password: 'p@ss', from })
    assert.deepEqual(secrets, { CRM_KEY: 'abc' })
    const plain = readConfig({}, { SMTP_URL: 'smtp://[::1]', MAIL_FROM: 'a@b.c' }).mail
    assert.deepEqual(plain, { host: '::1', port: 587, isTls: false, from: 'a@b.c' })
    for (const wrong of [
      { SMTP_URL: 'smtp://h' },
      { MAIL_FROM: 'a@b.c' },
      { SMTP_URL: 'http://h', MAIL_FROM: 'a@b.c' },
      { SMTP_URL: 'smtp://user@h', MAIL_FROM: 'a@b.c' },
      { SMTP_URL: 'smtp://h', MAIL_FROM: 'nobody' },
    ])
      assert.throws(() => readConfig({}, wrong), { message: /SMTP_URL|MAIL_FROM/ })
  })

  it('name the program of LibreOffice by its full path', () => {
    assert.equal(readConfig({}, { LIBREOFFICE: '/bin/sh' }).libreOffice, '/bin/sh')
    for (const path of ['soffice', '/no/such/soffice'])
      assert.throws(() => readConfig({}, { LIBREOFFICE: path }), /LIBREOFFICE is ".*"; it must be the full path/)
  })

  it('configure an object store only when all its settings are present', () => {
    assert.deepEqual(
      readConfig(
        {},
        {
          S3_ENDPOINT: 'http://10.0.0.1:9000/s3/',
          S3_BUCKET: 'papers',
          S3_ACCESS_KEY_ID: 'id',
          S3_SECRET_ACCESS_KEY: 'secret',
        },
      ).s3,
      {
        endpoint: 'http://10.0.0.1:9000/s3',
        region: 'us-east-1',
        bucket: 'papers',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
    )
  })

  it('are refused by name when they are invalid', () => {
    for (const [name, value] of [
      ['PORT', '70000'],
      ['PORT', 'http'],
      ['SAMPLE', 'shop'],
      ['DEFAULT_LANGUAGE', 'fr'],
      ['DATABASE_URL', 'mysql://x'],
      ['BASE_URL', 'chancery.example.com'],
      ['BASE_URL', 'https://example.com/chancery'],
      ['BASE_URL', 'https://example.com/?a=b'],
      ['BASE_URL', 'https://user:secret@example.com'],
      ['LOG_LEVEL', 'loud'],
      ['ADMIN_TOKEN', 'short'],
      ['TRUSTED_PROXIES', 'proxy.local'],
      ['TRUSTED_PROXIES', '10.0.0.0/33'],
      ['OUTBOUND_ALLOW', 'http://erp.local'],
      ['OUTBOUND_ALLOW', 'erp.local:3000'],
      ['OUTBOUND_ALLOW', '127.1'],
      ['OUTBOUND_ALLOW', '0x7f000001'],
      ['OUTBOUND_ALLOW', '10.0.0.0/33'],
      ['OUTBOUND_ALLOW', '*'],
      ['OUTBOUND_PORTS', '443,http'],
      ['OUTBOUND_PORTS', '0'],
      ['BACKUP_AT', '2:30'],
      ['BACKUP_AT', '24:00'],
      ['BACKUP_KEEP', '0'],
    ] as const) {
      assert.throws(() => readConfig({}, { [name]: value }), { message: new RegExp(`^${name}`) })
    }
    const s3 = { S3_ENDPOINT: 'https://s3.local', S3_BUCKET: 'b-1', S3_ACCESS_KEY_ID: 'i', S3_SECRET_ACCESS_KEY: 's' }
    for (const wrong of [
      { S3_ENDPOINT: 's3.local' },
      { S3_ENDPOINT: 'https://user:secret@s3.local' },
      { S3_ENDPOINT: 'https://s3.local?x' },
      { S3_BUCKET: 'a/b' },
      { S3_SECRET_ACCESS_KEY: '' },
    ]) {
      assert.throws(() => readConfig({}, { ...s3, ...wrong }), { message: new RegExp(`^${Object.keys(wrong)[0]}`) })
    }
    assert.throws(() => readConfig({}, { TEST_CLOCK: '1', NODE_ENV: 'production' }), { message: /TEST_CLOCK/ })
  })
})
