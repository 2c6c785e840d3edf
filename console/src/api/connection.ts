import { createStore } from './store.ts'

/** Whether the last request reached the server, and whether the server could answer it. */
export type Connection = 'online' | 'offline' | 'unavailable'

export const connection = createStore<Connection>('online')

/** Records what the last request showed about the connection. */
export const reportConnection = (state: Connection): void => connection.set(state)
