export {
  createStatistics,
  type ElementStatistics,
  type ProcessStatistics,
  type Statistics,
  type StatisticsRequest,
} from './statistics.ts'
