export {
  createStatistics,
  type Statistics,
} from './statistics.ts'
