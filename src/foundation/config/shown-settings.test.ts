import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readConfig } from './read-config.ts'
import { settings } from './settings.ts'
import { shownSettings } from './shown-settings.ts'

const secret = 'correct-horse-battery'

const shown = shownSettings(
  readConfig(
    {},
    {
      DATABASE_URL: `postgres://chancery:${secret}@db.example.com/chancery`,
      ADMIN_TOKEN: `${secret}-token`,
      SMTP_URL: `smtps://mailer:${secret}@mail.example.com:465`,
      MAIL_FROM: 'Chancery <chancery@example.com>',
      S3_ENDPOINT: 'https://s3.example.com',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: `id-${secret}`,
      S3_SECRET_ACCESS_KEY: secret,
      SECRET_CRM: secret,
      OUTBOUND_PORTS: '443,8443',
    },
  ),
)

it('shows every setting but those that are secret', () => {
  const hidden = ['DATABASE_URL', 'ADMIN_TOKEN', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'SECRET_…']
  const names = settings.map(({ name }) => name).filter((name) => !hidden.includes(name))
  assert.deepEqual(shown.map(({ name }) => name).sort(), names.sort())
})

it('shows values without passwords, and null for what is not set', () => {
  const shownOf = (name: string) => shown.find((one) => one.name === name)!.value
  assert.equal(shownOf('SMTP_URL'), 'smtps://mail.example.com:465')
  assert.equal(shownOf('OUTBOUND_PORTS'), '443,8443')
  assert.equal(shownOf('REPORT_ROLE'), null)
  assert.ok(!JSON.stringify(shown).includes(secret))
})
