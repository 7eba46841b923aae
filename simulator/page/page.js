// The simulated studio's page: shows the devices as they are, follows every change, and gives them faults.

const faults = {
  late: 'Late',
  lost: 'Answers lost',
  duplicate: 'Answers twice',
  refused: 'Refuses',
  offline: 'Offline',
  frozen: 'Frozen',
  ineffective: 'Does nothing',
  broken: 'Driver broken',
};

const shownCommands = 100;

const at = (id) => document.getElementById(id);

/** Makes an element; texts among the children become text, never markup. */
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const tell = (message) => {
  at('problem').textContent = message;
  at('problem').hidden = message === '';
};

const ask = async (method, path, body) => {
  const json =
    body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...json });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? `${method} ${path} was answered ${response.status}`);
  return answer;
};

/** Does something, tells what goes wrong, and shows what has become of it. */
const act = async (...request) => {
  try {
    await ask(...request);
    tell('');
  } catch (error) {
    tell(error.message);
  }
  await refresh();
};

// Time: the studio's clock, which stands still between two looks when it is wound by hand.

let clock = { nowMs: Date.now(), seenMs: Date.now(), manual: true };

const nowMs = () => clock.nowMs + (clock.manual ? 0 : Date.now() - clock.seenMs);

const asTime = (iso) => iso.slice(11, 23);

const asMinutes = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const showClock = ({ now, manual }) => {
  clock = { nowMs: Date.parse(now), seenMs: Date.now(), manual };
  at('winding').hidden = !manual;
};

/** What has to follow the time between two changes. */
const ticking = new Map();

const tick = () => {
  at('now').textContent = new Date(nowMs()).toISOString().slice(11, clock.manual ? 23 : 19);
  for (const move of ticking.values()) move();
};

// Devices: a card each, built once and then kept up to date, so that no selector closes under somebody's finger.

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

const scene = ({ id, run }, key) => {
  if (run === null) {
    ticking.delete(key);
    return make(
      'div',
      { className: 'scene' },
      make(
        'div',
        { className: 'row' },
        make('span', { className: 'note' }, id),
        make('span', { className: 'note' }, 'nothing plays'),
      ),
    );
  }
  const left = make('span', { className: 'number' });
  const bar = make('progress', { max: run.clip.durationMs, ariaLabel: `${run.clip.name} in ${id}` });
  const move = () => {
    const passedMs = nowMs() - run.startedAtMs;
    bar.value = Math.min(passedMs, run.clip.durationMs);
    left.textContent = asMinutes(run.clip.durationMs - passedMs);
  };
  ticking.set(key, move);
  move();
  return make(
    'div',
    { className: 'scene' },
    make(
      'div',
      { className: 'row' },
      make('span', { className: 'note' }, id),
      make('span', { className: 'note' }, `${run.bank} ${run.clip.number}`),
    ),
    make('div', { className: 'row' }, make('strong', {}, run.clip.name), left),
    bar,
  );
};

const ofKind = {
  player: {
    show: ({ id, actual }) => actual.map((one) => scene(one, `${id} ${one.id}`)),
    say: (state) =>
      state.map(({ id, run }) => `${id} ${run === null ? 'plays nothing' : `plays ${run.clip.name}`}`).join(', '),
  },
  signal_line: {
    show: ({ actual: { on } }) => [make('span', { className: on ? 'lamp lit' : 'lamp' }, on ? 'on' : 'off')],
    say: ({ on }) => (on ? 'on' : 'off'),
  },
  camera: {
    show: ({ actual: { angle } }) => [
      make('span', angle === null ? { className: 'note' } : {}, angle ?? 'no angle recalled yet'),
    ],
    say: ({ angle }) => angle ?? 'no angle',
  },
};

const faultChooser = ({ id, name }) => {
  const path = `api/devices/${encodeURIComponent(id)}/fault`;
  const options = Object.entries(faults).map(([value, label]) => make('option', { value }, label));
  const select = make('select', { ariaLabel: `Fault of ${name}` }, make('option', { value: '' }, 'none'), ...options);
  const delay = make('input', {
    type: 'number',
    min: 1,
    max: 600_000,
    value: 1_000,
    title: 'milliseconds late',
    ariaLabel: `Milliseconds that ${name} is late`,
  });
  const unit = make('span', {}, 'ms');
  const give = () => {
    const type = select.value;
    if (type === '') return act('DELETE', path);
    return act('PUT', path, type === 'late' ? { type, delayMs: Number(delay.value) } : { type });
  };
  select.addEventListener('change', give);
  delay.addEventListener('change', give);
  const update = (fault) => {
    select.value = fault?.type ?? '';
    delay.hidden = unit.hidden = fault?.type !== 'late';
    if (fault?.type === 'late' && document.activeElement !== delay) delay.value = fault.delayMs;
  };
  return { element: make('div', { className: 'fault' }, make('span', {}, 'Fault'), select, delay, unit), update };
};

const card = (first) => {
  const { show, say } = ofKind[first.kind];
  const shown = make('div', { className: 'shown' });
  const differs = make('p', { className: 'differs' });
  const chooser = faultChooser(first);
  const head = make('header', {}, make('h3', {}, first.name), make('span', { className: 'note' }, first.id));
  const element = make('article', {}, head, shown, differs, chooser.element);
  let before;
  const update = (device) => {
    if (same(before, device)) return;
    before = device;
    element.className = `card${device.fault ? ' faulty' : ''}${device.connected ? '' : ' away'}`;
    shown.replaceChildren(...show(device));
    differs.hidden = same(device.actual, device.reported);
    differs.textContent = `has told: ${say(device.reported)}`;
    chooser.update(device.fault);
  };
  return { element, update };
};

const cards = new Map();

const cardOf = (device) => {
  const key = `${device.kind} ${device.id}`;
  if (!cards.has(key)) {
    cards.set(key, card(device));
    document.querySelector(`[data-kind="${device.kind}"]`).append(cards.get(key).element);
  }
  return cards.get(key);
};

const showDevices = ({ studio, devices }) => {
  at('studio').textContent = studio;
  document.title = `${studio}, simulated`;
  for (const device of devices) cardOf(device).update(device);
};

// Commands.

const says = {
  play: ({ scene, cue }) => `play ${cue.clip.name} (${cue.bank} ${cue.clip.number}) in ${scene}`,
  stop: ({ scenes }) => `stop ${scenes.join(', ')}`,
  switch: ({ on }) => `switch ${on ? 'on' : 'off'}`,
  recall: ({ angle }) => `recall ${angle}`,
};

const sentence = (command) => says[command.type]?.(command) ?? command.type;

const ending = ({ outcome, fault }) => {
  const troubled = fault !== null && fault !== outcome;
  return make(
    'span',
    { className: `outcome ${outcome}${troubled ? ' troubled' : ''}` },
    troubled ? `${outcome}, ${fault}` : outcome,
  );
};

const entry = (logged) =>
  make(
    'li',
    {},
    make('time', { dateTime: logged.time, className: 'note' }, asTime(logged.time)),
    make(
      'span',
      { className: 'what' },
      make('span', { className: 'note' }, `${logged.device} `),
      sentence(logged.command),
    ),
    ending(logged),
  );

const showCommands = ({ commands }) => {
  at('silence').hidden = commands.length > 0;
  at('log').replaceChildren(...commands.slice(0, shownCommands).map(entry));
};

// Following: every change asks for a new look, several at once for one.

const refresh = async () => {
  try {
    const looks = ['api/clock', 'api/devices', 'api/commands'].map((path) => ask('GET', path));
    const [time, devices, commands] = await Promise.all(looks);
    showClock(time.clock);
    showDevices(devices);
    showCommands(commands);
    tick();
  } catch (error) {
    tell(error.message);
  }
};

let due;
const refreshSoon = () => {
  due ??= setTimeout(() => {
    due = undefined;
    void refresh();
  }, 200);
};

const live = (isLive) => {
  at('live').textContent = isLive ? 'live' : 'not connected';
  at('live').className = isLive ? 'on' : 'off';
};

const events = new EventSource('api/events');
events.addEventListener('change', refreshSoon);
events.addEventListener('open', () => {
  live(true);
  tell('');
  refreshSoon();
});
events.addEventListener('error', () => live(false));

at('reset').addEventListener('click', () => act('POST', 'api/reset', {}));
for (const button of document.querySelectorAll('[data-ms]'))
  button.addEventListener('click', () => act('POST', 'api/clock/advance', { ms: Number(button.dataset.ms) }));

setInterval(tick, 200);
void refresh();
