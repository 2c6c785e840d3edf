import assert from 'node:assert/strict'
import { it } from 'node:test'
import { misspeltSettings, unknownSettings } from './index.ts'

it('variables that differ by one letter from a setting are named, and no others', () => {
  const environment = {
    ...{ PROT: '1', DATABASE_URI: 'x', DATADIR: 'x', LOG_LEVELS: 'info', host: 'x' },
    ...{ PORT: '1', HOST: 'x', HOSTNAME: 'x', HOME: 'x', PATH: 'x', SECRET_A: 'x', MCPS: 'x', LANG: 'x', S3_KEY: 'x' },
  }
  assert.deepEqual(misspeltSettings(environment), [
    { name: 'PROT', meant: 'PORT' },
    { name: 'DATABASE_URI', meant: 'DATABASE_URL' },
    { name: 'DATADIR', meant: 'DATA_DIR' },
    { name: 'LOG_LEVELS', meant: 'LOG_LEVEL' },
    { name: 'host', meant: 'HOST' },
    { name: 'MCPS', meant: 'MCP' },
  ])
})

it('names in the file .env that are no settings are named, without those of Node.js and PostgreSQL', () => {
  const text = `
# A comment: NOTHING=1
PORT=8080
export SMTP_URL=smtp://mail.example.com
SECRET_CRM_KEY=x
PROT=1
MAIL_SERVER="mail.example.com"
BACKUP_FOLDER=/backups
#COMMENTED=1
NODE_ENV=production
PGPASSWORD=x
TZ=UTC
`
  assert.deepEqual(unknownSettings(text), ['BACKUP_FOLDER', 'MAIL_SERVER'])
  assert.deepEqual(unknownSettings(''), [])
})
