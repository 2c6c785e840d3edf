/** Returns the path of a process inside the folder of its solution. */
export function solutionFileOf({ namespace, file }: { readonly namespace: string; readonly file: string }): string {
  const [section, application] = namespace.split('.')
  const folder = application === undefined ? '' : `apps/${application}/`
  return `namespaces/${section}/${folder}processes/${file}.bpmn`
}
