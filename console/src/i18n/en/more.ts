import account from './account.json' with { type: 'json' }
import admin from './admin.json' with { type: 'json' }
import card from './card.json' with { type: 'json' }
import designers from './designers.json' with { type: 'json' }
import files from './files.json' with { type: 'json' }
import grants from './grants.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }
import imports from './imports.json' with { type: 'json' }
import incidents from './incidents.json' with { type: 'json' }
import jobs from './jobs.json' with { type: 'json' }
import processes from './processes.json' with { type: 'json' }
import records from './records.json' with { type: 'json' }
import reference from './reference.json' with { type: 'json' }
import reports from './reports.json' with { type: 'json' }
import substitutions from './substitutions.json' with { type: 'json' }
import tasks from './tasks.json' with { type: 'json' }
import webhooks from './webhooks.json' with { type: 'json' }

// biome-ignore lint/style/noDefaultExport: loaded by import() as the texts of all other pages
export default {
  account,
  admin,
  card,
  designers,
  files,
  grants,
  home,
  imports,
  incidents,
  jobs,
  processes,
  records,
  reference,
  reports,
  substitutions,
  tasks,
  webhooks,
}
