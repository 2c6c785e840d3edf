// Modules: technical extensions with settings, secrets and activities of their own, such as the connection to a
// telephone system. The room also contains the webhooks.
export type { ModuleActivity } from './activities/module-activity.ts'

export { moduleKind } from './definition/module-kind.ts'
export { settingTypes } from './definition/module-schema.ts'
export * from './errors.ts'
export { createModules, type Modules } from './modules.ts'
export * from './webhooks/errors.ts'

export { deliveryStates, pingEvent, webhookEvents } from './webhooks/webhook.ts'
export { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'
