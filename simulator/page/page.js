// The simulated studio's page: shows the devices and the command log, and injects faults.

const faults = {
  late: 'Delay',
  lost: 'Replies lost',
  duplicate: 'Replies duplicated',
  refused: 'Commands refused',
  offline: 'Offline',
  frozen: 'Frozen',
  ineffective: 'Commands ignored',
  broken: 'Driver error',
  osc_silent: 'OSC: none',
  osc_gaps: 'OSC: every second lost',
  osc_late: 'OSC: delay',
  osc_doubled: 'OSC: doubled',
  osc_reordered: 'OSC: reordered',
  osc_forged: 'OSC: forged besides',
};

const shownCommands = 100;

const at = (id) => document.getElementById(id);

/** Creates an element. String children become text nodes, never markup. */
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

const showError = (message) => {
  at('problem').textContent = message;
  at('problem').hidden = message === '';
};

const request = async (method, path, body) => {
  const json =
    body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...json });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message ?? `${method} ${path} returned status ${response.status}`);
  return answer;
};

/** Sends a request, and shows an error if it fails. The event stream shows what it changed. */
const send = async (...args) => {
  try {
    await request(...args);
    showError('');
  } catch (error) {
    showError(error.message);
  }
};

// Clock. A paused clock stands still between two events.

let clock = { nowMs: Date.now(), readAtMs: Date.now(), paused: true, speed: 1 };

const nowMs = () => clock.nowMs + (clock.paused ? 0 : (Date.now() - clock.readAtMs) * clock.speed);

const asTime = (iso) => iso.slice(11, 23);

const asMinutes = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const showClock = ({ now, paused, speed }) => {
  clock = { nowMs: Date.parse(now), readAtMs: Date.now(), paused, speed };
  at('clock-controls').hidden = !paused;
  at('pause').textContent = paused ? 'Resume' : 'Pause';
};

/** Functions that update the progress of playing scenes, by scene. */
const progressUpdates = new Map();

const tick = () => {
  at('now').textContent = new Date(nowMs()).toISOString().slice(11, clock.paused ? 23 : 19);
  for (const update of progressUpdates.values()) update();
};

// Devices. Each card is created once and then updated, so that an open selector stays open.

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the position of a clip, in milliseconds. */
const positionOf = ({ positionMs, asOfMs, paused, loop, durationMs }) => {
  const position = positionMs + (paused ? 0 : Math.max(0, nowMs() - asOfMs));
  return loop ? position % durationMs : Math.min(position, durationMs);
};

const note = (text) => make('span', { className: 'note' }, text);

const cuedClip = (cued) =>
  cued === null ? [] : [make('div', { className: 'row' }, note(`Cued: ${cued.name}`), note(numberOf(cued)))];

const shownGraphic = (graphic) =>
  graphic === null
    ? []
    : [
        make('div', { className: 'row' }, note(`Graphic: ${graphic.template}`)),
        make('div', { className: 'row' }, note(textsOf(graphic))),
      ];

const textsOf = ({ texts }) =>
  Object.entries(texts)
    .map(([field, text]) => `${field}: ${text}`)
    .join(', ');

const numberOf = ({ bank, number }) => `${bank} ${number}`;

/** Returns the number of a clip in a command. */
const clipNumber = ({ bank, clip }) => `${bank} ${clip.number}`;

const scene = ({ id, run, cued, graphic }, key) => {
  if (run === null) {
    progressUpdates.delete(key);
    return make(
      'div',
      { className: 'scene' },
      make('div', { className: 'row' }, note(id), note('Nothing playing')),
      ...cuedClip(cued),
      ...shownGraphic(graphic),
    );
  }
  const remaining = make('span', { className: 'number' });
  const bar = make('progress', { max: run.durationMs, ariaLabel: `${run.name} in ${id}` });
  const update = () => {
    bar.value = positionOf(run);
    remaining.textContent = `${run.paused ? 'paused ' : ''}${asMinutes(run.durationMs - bar.value)}`;
  };
  progressUpdates.set(key, update);
  update();
  return make(
    'div',
    { className: 'scene' },
    make('div', { className: 'row' }, note(id), note(numberOf(run))),
    make('div', { className: 'row' }, make('strong', {}, run.name), remaining),
    bar,
    ...cuedClip(cued),
    ...shownGraphic(graphic),
  );
};

const describeScene = ({ id, run, cued, graphic }) => {
  const shown = run === null ? 'plays nothing' : `${run.paused ? 'pauses' : 'plays'} ${run.name}`;
  const over = graphic === null ? '' : `, the graphic ${graphic.template} shown`;
  return `${id} ${shown}${cued === null ? '' : `, ${cued.name} cued`}${over}`;
};

const deviceKinds = {
  player: {
    show: ({ id, state: { scenes } }) => scenes.map((one) => scene(one, `${id} ${one.id}`)),
    describe: ({ scenes }) => scenes.map(describeScene).join(', '),
  },
  signal_line: {
    show: ({ state: { on } }) => [make('span', { className: on ? 'lamp lit' : 'lamp' }, on ? 'On' : 'Off')],
    describe: ({ on }) => (on ? 'on' : 'off'),
  },
  camera: {
    show: ({ state: { angle } }) => [
      make('span', angle === null ? { className: 'note' } : {}, angle ?? 'No angle yet'),
    ],
    describe: ({ angle }) => angle ?? 'no angle',
  },
};

/** Faults with a delay in milliseconds. */
const isDelayed = (type) => type === 'late' || type === 'osc_late';

const faultChooser = ({ id, name, faults: possible }) => {
  const path = `api/v1/devices/${encodeURIComponent(id)}/fault`;
  const options = possible.map(({ type }) => make('option', { value: type }, faults[type]));
  const select = make('select', { ariaLabel: `Fault of ${name}` }, make('option', { value: '' }, 'None'), ...options);
  const delay = make('input', {
    type: 'number',
    min: 1,
    max: 600_000,
    value: 1_000,
    title: 'Delay in milliseconds',
    ariaLabel: `Delay of ${name} in milliseconds`,
  });
  const unit = make('span', {}, 'ms');
  const setFault = () => {
    const type = select.value;
    if (type === '') return send('DELETE', path);
    return send('PUT', path, isDelayed(type) ? { type, delayMs: Number(delay.value) } : { type });
  };
  select.addEventListener('change', setFault);
  delay.addEventListener('change', setFault);
  const update = (fault) => {
    select.value = fault?.type ?? '';
    delay.hidden = unit.hidden = !isDelayed(fault?.type);
    if (isDelayed(fault?.type) && document.activeElement !== delay) delay.value = fault.delayMs;
  };
  return { element: make('div', { className: 'fault' }, make('span', {}, 'Fault'), select, delay, unit), update };
};

const card = (first) => {
  const { show, describe } = deviceKinds[first.kind];
  const state = make('div', { className: 'state' });
  const reported = make('p', { className: 'reported' });
  const chooser = faultChooser(first);
  const head = make('header', {}, make('h3', {}, first.name), make('span', { className: 'note' }, first.id));
  const element = make('article', {}, head, state, reported, chooser.element);
  let previous;
  const update = (device) => {
    if (same(previous, device)) return;
    previous = device;
    element.className = `card${device.fault ? ' faulty' : ''}${device.connected ? '' : ' disconnected'}`;
    state.replaceChildren(...show(device));
    reported.hidden = same(device.state, device.reported);
    reported.textContent = `Reported: ${describe(device.reported)}`;
    chooser.update(device.fault);
  };
  return { element, update };
};

const cards = new Map();

const keyOf = ({ kind, id }) => `${kind} ${id}`;

const cardOf = (device) => {
  const key = keyOf(device);
  if (!cards.has(key)) {
    cards.set(key, card(device));
    document.querySelector(`[data-kind="${device.kind}"]`).append(cards.get(key).element);
  }
  return cards.get(key);
};

const showStudio = ({ studio }) => {
  at('studio').textContent = studio;
  document.title = `${studio}, simulated`;
};

const showDevices = (devices) => {
  const keys = new Set(devices.map(keyOf));
  for (const [key, { element }] of cards) {
    if (keys.has(key)) continue;
    element.remove();
    cards.delete(key);
  }
  for (const device of devices) cardOf(device).update(device);
};

// Commands.

const commandTexts = {
  play: ({ scene, cue }) => `play ${cue.clip.name} (${cue.bank} ${cue.clip.number}) in ${scene}`,
  stop: ({ scenes }) => `stop ${scenes.join(', ')}`,
  cue: ({ scene, cue }) => `cue ${cue.clip.name} (${clipNumber(cue)}) in ${scene}`,
  take: ({ scene }) => `take the cued clip in ${scene}`,
  pause: ({ scene }) => `pause ${scene}`,
  resume: ({ scene }) => `resume ${scene}`,
  seek: ({ scene, positionMs }) => `seek ${asMinutes(positionMs)} in ${scene}`,
  showGraphic: (command) => `show the graphic of ${command.scene} (${textsOf(command)})`,
  updateGraphic: (command) => `update the graphic of ${command.scene} (${textsOf(command)})`,
  hideGraphic: ({ scene }) => `hide the graphic of ${scene}`,
  switch: ({ on }) => `switch ${on ? 'on' : 'off'}`,
  recall: ({ angle }) => `recall ${angle}`,
};

const commandText = (command) => commandTexts[command.type]?.(command) ?? command.type;

const outcomeLabel = ({ outcome, fault }) => {
  const isAffected = fault !== null && fault !== outcome;
  return make(
    'span',
    { className: `outcome ${outcome}${isAffected ? ' troubled' : ''}` },
    isAffected ? `${outcome}, ${fault}` : outcome,
  );
};

const entry = (logged) =>
  make(
    'li',
    {},
    make('time', { dateTime: logged.time, className: 'note' }, asTime(logged.time)),
    make(
      'span',
      { className: 'command' },
      make('span', { className: 'note' }, `${logged.device} `),
      commandText(logged.command),
    ),
    outcomeLabel(logged),
  );

const showCommands = (commands) => {
  at('no-commands').hidden = commands.length > 0;
  at('log').replaceChildren(...commands.slice(0, shownCommands).map(entry));
};

// Updates. The stream begins with a snapshot, and then has what changed.

const studio = { devices: new Map(), commands: new Map() };

const showStudioState = () => {
  showDevices([...studio.devices.values()]);
  const newestFirst = [...studio.commands.values()]
    .sort((one, other) => other.number - one.number)
    .slice(0, shownCommands);
  studio.commands = new Map(newestFirst.map((command) => [command.number, command]));
  showCommands(newestFirst);
  tick();
};

const applyChanges = ({ devices = [], commands = [], clock: time }) => {
  if (time) showClock(time);
  for (const device of devices) studio.devices.set(device.id, { ...studio.devices.get(device.id), ...device });
  for (const command of commands) studio.commands.set(command.number, command);
  showStudioState();
};

const applySnapshot = (snapshot) => {
  studio.devices = new Map();
  studio.commands = new Map();
  showStudio(snapshot);
  applyChanges(snapshot);
};

const showLive = (isLive) => {
  at('live').textContent = isLive ? 'live' : 'not connected';
  at('live').className = isLive ? 'on' : 'off';
};

const events = new EventSource('api/v1/events');
events.addEventListener('snapshot', ({ data }) => applySnapshot(JSON.parse(data)));
events.addEventListener('changes', ({ data }) => applyChanges(JSON.parse(data)));
events.addEventListener('open', () => {
  showLive(true);
  showError('');
});
events.addEventListener('error', () => showLive(false));

at('reset').addEventListener('click', () => send('POST', 'api/v1/reset', {}));
for (const button of document.querySelectorAll('[data-ms]'))
  button.addEventListener('click', () => send('POST', 'api/v1/clock/step', { ms: Number(button.dataset.ms) }));

at('pause').addEventListener('click', () => send('PUT', 'api/v1/clock', { paused: !clock.paused }));

setInterval(tick, 200);
