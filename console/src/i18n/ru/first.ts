import app from './app.json' with { type: 'json' }
import elements from './elements.json' with { type: 'json' }
import fields from './fields.json' with { type: 'json' }
import ui from './ui.json' with { type: 'json' }

// biome-ignore lint/style/noDefaultExport: loaded by import() as the texts of the shell and the list of elements
export default { app, elements, fields, ui }
