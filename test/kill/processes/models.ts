import {
  boundary,
  bpmn,
  element,
  end,
  extensions,
  flows,
  gateway,
  start,
  timer,
  user,
} from '../../../src/process/engine/process.fixture.ts'

/** Minimum time in ms that a token stays at each timer event. */
export const timerMs: Readonly<Record<string, number>> = { pause: 500, called_pause: 300, listener_pause: 300 }

/** Number of tasks of the multi-instance activity of the order. */
export const votes = 3

/** Scripts of parallel branches of the order. Each appends its name to the variable `log`. */
export const logging = ['log_at_once', 'log_beside', 'log_checked', 'log_told', 'log_voted'] as const

/** Number of parallel runs of the script `add`, each of which adds 1 to the variable `sum`. */
export const additions = 5

const seconds = (id: string): string => timer(`PT${timerMs[id]! / 1000}S`)
const variable = (name: string, type: string, more = ''): string =>
  `<chancery:variable name="${name}" type="${type}" ${more}/>`
const mark = variable('mark', 'string', 'required="true"')
const keyed = '<chancery:message key="mark"/>'
const event = (type: 'Catch' | 'Throw', id: string, inside: string): string =>
  element(`intermediate${type}Event`, id, inside)
const asks = '<messageEventDefinition messageRef="asks"/>'
const answers = '<messageEventDefinition messageRef="answers"/>'
const messages = '<message id="asks" name="kill asks"/><message id="answers" name="kill answers"/>'
const tick = '<signal id="ticks" name="kill tick"/>'

const service = (id: string, inside: string): string => element('serviceTask', id, extensions(inside))
const onContracts = '<chancery:setting name="app" text="docs.contracts"/>'
const script = (id: string, body: string, attributes = ''): string =>
  element('scriptTask', id, `<script>${body}</script>`, `scriptFormat="javascript" ${attributes}`)

/** A process with every kind of work that a crash can interrupt, in parallel and in sequence. */
const order = (outside: string): string =>
  bpmn(
    [
      extensions(
        [
          mark,
          variable('contract', 'element', 'of="docs.contracts"'),
          variable('taken', 'integer'),
          variable('note', 'string'),
          variable('rating', 'integer'),
          variable('told', 'integer'),
          variable('sum', 'integer'),
          variable('log', 'string', 'array="true"'),
        ].join(''),
      ),
      start(),
      script('count', 'return { sum: mark.length }'),
      gateway('parallel', 'split'),
      service(
        'create',
        `<chancery:action type="element.create"/>${onContracts}<chancery:input name="subject" value="mark"/>
        <chancery:output name="contract" value="id"/>`,
      ),
      service(
        'sign',
        `<chancery:action type="element.setStatus"/>${onContracts}
        <chancery:setting name="element" value="contract"/><chancery:setting name="status" text="signed"/>`,
      ),
      service(
        'number',
        `<chancery:action type="element.takeNumber"/>${onContracts}<chancery:output name="taken" value="number"/>`,
      ),
      user('check'),
      boundary('remind', 'check', timer('R2/PT0.4S', 'timeCycle'), false),
      end('reminded'),
      service(
        'ask',
        `<chancery:action type="delegated" attempts="30" delay="PT0.2S"/>
        <chancery:setting name="url" text="${outside}/ask"/>
        ${variable('rating', 'integer', 'required="true"')}`,
      ),
      service(
        'tell',
        `<chancery:action type="http" attempts="30" delay="PT0.2S" timeout="PT2S"/>
        <chancery:setting name="url" text="${outside}/tell"/><chancery:setting name="body" value="{mark: mark}"/>
        <chancery:output name="told" value="status"/>`,
      ),
      user(
        'vote',
        `<multiInstanceLoopCharacteristics><loopCardinality>${votes}</loopCardinality></multiInstanceLoopCharacteristics>`,
      ),
      ...logging.map((id) => script(id, `return { log: log.concat(['${id}']) }`)),
      element(
        'scriptTask',
        'add',
        `<script>return { sum: sum + 1 }</script><multiInstanceLoopCharacteristics><loopCardinality>${additions}</loopCardinality></multiInstanceLoopCharacteristics>`,
        'scriptFormat="javascript"',
      ),
      element(
        'callActivity',
        'call',
        extensions('<chancery:call process="docs.kill_called"/><chancery:input name="mark" value="mark"/>'),
      ),
      gateway('parallel', 'join'),
      event('Catch', 'pause', seconds('pause')),
      event('Throw', 'asking', extensions('<chancery:input name="mark" value="mark"/>') + asks),
      event('Catch', 'answered', extensions(keyed) + answers),
      end(),
      flows(
        's > count > split > create > sign > number > join > pause > asking > answered > e',
        'split > check > log_checked > join',
        'remind > reminded',
        'split > ask > tell > log_told > join',
        'split > vote > log_voted > join',
        'split > log_at_once > join',
        'split > log_beside > join',
        'split > add > join',
        'split > call > join',
      ),
    ],
    messages,
  )

const called = bpmn([
  extensions(mark + variable('note', 'string')),
  start(),
  script('called_count', 'return { note: mark }', 'chancery:asyncBefore="true"'),
  user('called_check'),
  event('Catch', 'called_pause', seconds('called_pause')),
  end(),
  flows('s > called_count > called_check > called_pause > e'),
])

const listener = bpmn(
  [
    extensions(mark),
    start('s', asks),
    event('Catch', 'listener_pause', seconds('listener_pause')),
    event('Throw', 'reply', extensions(keyed) + answers),
    end(),
    flows('s > listener_pause > reply > e'),
  ],
  messages,
)

/** Returns a process that waits for a signal. Its second version does more afterwards, so that instances can move. */
const watcher = (version: 1 | 2): string =>
  bpmn(
    [
      extensions(mark + variable('tick', 'string') + variable('seen', 'integer')),
      start(),
      event('Catch', 'tick', '<signalEventDefinition signalRef="ticks"/>'),
      script('see', `return { seen: ${version} }`),
      end(),
      flows('s > tick > see > e'),
    ],
    tick,
  )

export const codes = ['kill_called', 'kill_listener', 'kill_order', 'kill_watcher'] as const
export type Code = (typeof codes)[number]

/** Returns the diagrams by the codes of the processes. `outside` is the address of the other system. */
export const models = (outside: string): Readonly<Record<Code, string>> => ({
  kill_called: called,
  kill_listener: listener,
  kill_order: order(outside),
  kill_watcher: watcher(1),
})

export const movedWatcher = (): string => watcher(2)
