import { childrenOf, nameOf } from '../source/dmn-element.ts'
import { coerce, type LogicKind } from './logic.ts'

/** `<list>`: a list of boxed expressions. */
export const boxedList: LogicKind = {
  names: ['list'],
  compile(element, place, compiler) {
    const items = compiler.expressionsIn(element).map((child) => compiler.compile(child, place))
    return {
      evaluate(variables, run) {
        run.chargeItems(items.length)
        return items.map((item) => item.evaluate(variables, run))
      },
    }
  },
}

/** `<relation>`: a table whose rows become a list of contexts. */
export const relation: LogicKind = {
  names: ['relation'],
  compile(element, place, compiler) {
    const { scope, owner } = place
    const columns = childrenOf(element, 'column').map((column, index) => {
      const name = nameOf(column)
      if (name === undefined) scope.refuse(column, `column ${index + 1} of the relation has no name`)
      return { name: name ?? '', type: scope.types.of(column), what: `"${owner.name}", column "${name}"` }
    })
    const rows = childrenOf(element, 'row').map((row, index) => {
      const cells = compiler.expressionsIn(row)
      if (cells.length !== columns.length) {
        scope.refuse(row, `row ${index + 1} of the relation has ${cells.length} cells; ${columns.length} are needed`)
      }
      return cells.map((cell) => compiler.compile(cell, place))
    })
    return {
      evaluate(variables, run) {
        run.chargeItems(rows.length * columns.length)
        return rows.map(
          (cells) =>
            new Map(
              columns.map(({ name, type, what }, index) => {
                return [name, coerce(cells[index]!.evaluate(variables, run), type, run, what)]
              }),
            ),
        )
      },
    }
  },
}
