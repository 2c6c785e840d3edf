// Messages and signals, sent through the API or by instances.
export { messageRefused } from './errors.ts'
export { createMessages, type MessageInput, type Messages, type SentMessage } from './messages.ts'
