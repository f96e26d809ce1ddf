(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  // Okabe and Ito's palette: told apart with every kind of colour vision; symbols and dashes tell the same.
  const bright = ['#0072B2', '#E69F00', '#009E73', '#CC79A7', '#56B4E9', '#D55E00', '#6B6B6B', '#A08F00'];
  const dark = ['#4BA3E3', '#F2B134', '#2FC79B', '#E39CC3', '#9AD4F5', '#F5793A', '#B5B5B5', '#E6D94A'];
  const symbols = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect', 'emptyTriangle', 'emptyDiamond'];
  const dashes = ['solid', 'dashed', 'dotted'];
  const variants = [...new Set(data.rows.map(row => row.variant))];
  const phases = [...new Set(data.rows.map(row => row.phase))].sort().reverse();
  const style = variant => {
    const i = variants.indexOf(variant);
    const palette = css('--dark') ? dark : bright;
    return { color: palette[i % palette.length], symbol: symbols[i % symbols.length], dash: dashes[Math.floor(i / palette.length) % dashes.length] };
  };
  // In the page a window is an array, because names in each would be most of its data.
  data.rows.forEach(r => { r.windows = r.windows.map(([atMillis, perSecond, errors, p50, p99, max]) => ({ atMillis, perSecond, errors, p50, p99, max })); });
  const row = (variant, phase) => data.rows.find(r => r.variant === variant && r.phase === phase);
  const charts = {};
  const tables = {};

  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const base = () => ({
    animation: false,
    aria: { enabled: true },
    textStyle: { fontFamily: 'system-ui, sans-serif', color: css('--text') },
    grid: { left: 8, right: 16, top: 56, bottom: 8, containLabel: true },
    legend: { type: 'scroll', top: 0, textStyle: { color: css('--text') }, pageTextStyle: { color: css('--text') }, pageIconColor: css('--accent') },
    tooltip: { trigger: 'axis', confine: true, backgroundColor: css('--panel'), borderColor: css('--line'), textStyle: { color: css('--text') } },
  });
  const axis = (name, more) => ({
    name, nameLocation: 'end', nameTextStyle: { color: css('--muted'), align: 'left' },
    axisLabel: { color: css('--muted'), hideOverlap: true }, axisLine: { lineStyle: { color: css('--line') } }, splitLine: { lineStyle: { color: css('--line') } }, ...more,
  });
  const draw = (id, option, head, rows) => {
    const place = document.getElementById(id);
    charts[id] ??= echarts.init(place, null, { renderer: 'svg' });
    charts[id].setOption(option, true);
    tables[id] = { head, rows };
    const open = place.parentElement.querySelector('.scroll');
    if (open) { open.replaceWith(table(id)); }
  };
  const table = id => {
    const box = document.createElement('div');
    box.className = 'scroll';
    box.tabIndex = 0;
    const made = document.createElement('table');
    const line = (cells, kind) => {
      const tr = made.insertRow();
      cells.forEach(text => { const cell = document.createElement(kind); cell.textContent = text ?? '—'; tr.append(cell); });
    };
    line(tables[id].head, 'th');
    tables[id].rows.forEach(cells => line(cells, 'td'));
    box.append(made);
    return box;
  };
  // A logarithmic axis has no 0. Response times are whole ms, or µs if the client counts them.
  const least = data.rows.some(r => Object.values(r.latency ?? {}).some(times => times.p50 % 1)) ? 0.05 : 0.5;
  const log = values => values.map(value => value === undefined ? null : Math.max(value, least));

  const chosen = {};
  const choices = (group, key, values, preset, names = {}) => {
    const select = document.querySelector(`select[data-for="${group}"][data-key="${key}"]`);
    values.forEach(value => select.add(new Option(names[value] ?? value, value)));
    select.value = preset;
    chosen[`${group}.${key}`] = preset;
    select.addEventListener('change', () => { chosen[`${group}.${key}`] = select.value; drawings[group](); });
  };

  const drawings = {
    latency() {
      const phase = chosen['latency.phase'], operation = chosen['latency.operation'];
      const names = [['p50', 'p50'], ['p90', 'p90'], ['p99', 'p99'], ['p99.9', 'p999'], ['max', 'max']];
      const lines = variants.map(variant => ({ variant, times: row(variant, phase)?.latency?.[operation] })).filter(line => line.times);
      draw('latency', {
        ...base(),
        xAxis: axis('', { type: 'category', data: names.map(n => n[0]), boundaryGap: true, splitLine: { show: false } }),
        yAxis: axis('ms (logarithmic)', { type: 'log', min: least }),
        series: lines.map(({ variant, times }) => {
          const s = style(variant);
          return { name: variant, type: 'line', data: log(names.map(n => times[n[1]])), symbol: s.symbol, symbolSize: 8, color: s.color, lineStyle: { width: 2, type: s.dash } };
        }),
      }, ['Variant', ...names.map(n => n[0] + ' (ms)'), 'Requests'], lines.map(({ variant, times }) => [variant, ...names.map(n => times[n[1]]), times.count]));
    },
    dots() {
      const phase = chosen['dots.phase'];
      const sides = ['left', 'right'].map(side => [side, row(chosen[`dots.${side}`], phase)]);
      const most = Math.max(1, ...sides.flatMap(([, r]) => (r?.windows ?? []).map(w => w.max)));
      const longest = Math.max(1, ...sides.flatMap(([, r]) => [...(r?.windows ?? []).map(w => w.atMillis), ...(r?.dots ?? []).map(d => d[0])].map(millis => millis / 1000)));
      sides.forEach(([side, r]) => {
        const s = style(chosen[`dots.${side}`]);
        const mostFailed = Math.max(1, ...(r?.windows ?? []).map(w => w.errors));
        const failed = (r?.windows ?? []).filter(w => w.errors).map(w => [w.atMillis / 1000, least, w.errors / mostFailed]);
        const line = (name, key, type, width) => ({ name, type: 'line', symbol: 'none', data: (r?.windows ?? []).map(w => [w.atMillis / 1000, Math.max(w[key], least)]), color: css('--text'), lineStyle: { width, type } });
        draw(`dots-${side}`, {
          ...base(),
          title: { text: chosen[`dots.${side}`] + (r ? `, start ${r.invocation}` : ': no samples'), left: 0, textStyle: { fontSize: 13, color: css('--text') } },
          legend: { ...base().legend, top: 26, left: 0, itemWidth: 18, data: ['request', 'median', 'p99', 'slowest', ...(failed.length ? ['failed'] : [])] },
          grid: { ...base().grid, top: 86 },
          xAxis: axis('', { type: 'value', max: Math.ceil(longest), axisLabel: { color: css('--muted'), hideOverlap: true, formatter: '{value} s' }, splitLine: { show: false } }),
          yAxis: axis('ms (logarithmic)', { type: 'log', min: least, max: most }),
          series: [
            { name: 'request', type: 'scatter', data: (r?.dots ?? []).map(d => [d[0] / 1000, Math.max(d[1], least)]), symbolSize: 4, itemStyle: { color: s.color, opacity: 0.45 }, tooltip: { show: false } },
            line('median', 'p50', 'solid', 2), line('p99', 'p99', 'dashed', 1.5), line('slowest', 'max', 'dotted', 1.5),
            { name: 'failed', type: 'scatter', symbol: 'rect', symbolSize: value => [3, 4 + 20 * value[2]], symbolOffset: [0, '-50%'], color: css('--bad'), data: failed },
          ],
        }, ['Window from (s)', 'Requests per second', 'Errors', 'Median (ms)', 'p99 (ms)', 'Slowest (ms)'],
        (r?.windows ?? []).map(w => [w.atMillis / 1000, w.perSecond, w.errors, w.p50, w.p99, w.max]));
      });
    },
    warm() {
      const shown = ['cold', 'warm'].filter(phase => phases.includes(phase));
      const colors = { cold: css('--lead'), warm: css('--warm') };
      const shift = phase => shown.length < 2 ? 0 : phase === 'cold' ? 0.16 : -0.16;
      const series = [];
      const lines = [];
      shown.forEach(phase => {
        const points = variants.map((variant, i) => ({ y: variants.length - 1 - i + shift(phase), f: row(variant, phase)?.throughput, variant })).filter(p => p.f);
        const ends = points.flatMap(p => p.f.low == null ? [] : [[p.f.low, p.y], [p.f.high, p.y], [null, null]]);
        series.push({ name: phase, type: 'scatter', symbol: phase === 'cold' ? 'rect' : 'circle', symbolSize: 11, color: colors[phase], data: points.map(p => [p.f.median, p.y]) });
        if (ends.length) { series.push({ name: phase, type: 'line', symbol: 'none', connectNulls: false, color: colors[phase], lineStyle: { width: 3 }, data: ends, silent: true }); }
        points.forEach(p => lines.push([p.variant, phase, p.f.median.toFixed(0), p.f.low?.toFixed(0), p.f.high?.toFixed(0)]));
      });
      draw('warm', {
        ...base(),
        tooltip: { ...base().tooltip, trigger: 'item', formatter: p => `${variants[variants.length - 1 - Math.round(p.value[1])]}, ${p.seriesName}: ${p.value[0].toFixed(0)} requests/s` },
        xAxis: axis('', { type: 'value', min: 0, axisLabel: { color: css('--muted'), hideOverlap: true, formatter: '{value}/s' } }),
        yAxis: axis('', { type: 'value', min: -0.5, max: variants.length - 0.5, interval: 0.5, splitLine: { show: false }, axisTick: { show: false },
          axisLabel: { color: css('--text'), formatter: value => Number.isInteger(value) ? variants[variants.length - 1 - value] ?? '' : '' } }),
        series,
      }, ['Variant', 'Load', 'Median (1/s)', 'Low (1/s)', 'High (1/s)'], lines);
    },
    time() {
      const phase = chosen['time.phase'];
      [['memory', 'MiB', chosen['time.kind']], ['cpu', 'processors', 'cpu']].forEach(([id, unit, key]) => {
        const lines = variants.map(variant => ({ variant, points: row(variant, phase)?.[key] ?? [] })).filter(line => line.points.length);
        draw(id, {
          ...base(),
          xAxis: axis('', { type: 'value', axisLabel: { color: css('--muted'), hideOverlap: true, formatter: '{value} s' }, splitLine: { show: false } }),
          yAxis: axis(unit, { type: 'value', min: 0 }),
          series: lines.map(({ variant, points }) => {
            const s = style(variant);
            return { name: variant, type: 'line', symbol: 'none', data: points, color: s.color, lineStyle: { width: 2, type: s.dash } };
          }),
        }, ['Variant', 'Second', unit], lines.flatMap(({ variant, points }) => points.map(p => [variant, p[0], p[1]])));
      });
    },
  };
  const all = () => Object.values(drawings).forEach(drawing => drawing());

  const warm = phases.includes('warm') ? 'warm' : phases[0];
  const operations = [...new Set(data.rows.flatMap(r => Object.keys(r.latency ?? {})))];
  const total = operations.includes('total') ? 'total' : operations[0] ?? 'total';
  choices('latency', 'phase', phases, warm);
  choices('latency', 'operation', [total, ...['create', 'read', 'update', 'delete'].filter(o => operations.includes(o))], total);
  choices('dots', 'phase', phases, phases.includes('cold') ? 'cold' : warm);
  choices('dots', 'left', variants, data.best ?? variants[0]);
  choices('dots', 'right', variants, data.reference ?? variants[variants.length - 1]);
  choices('time', 'phase', phases, warm);
  choices('time', 'kind', ['memory', 'heap', 'capacity'], 'memory', { memory: 'all but files', heap: 'heap used', capacity: 'heap capacity' });
  // Simulations are sent to a cold server, so there is nothing beside it.
  const simulated = !data.rows.some(r => ['cold', 'second', 'warm'].includes(r.phase));
  document.getElementById('cold-warm').hidden = simulated;
  document.querySelectorAll('button[data-table]').forEach(button => {
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', () => {
      const open = button.parentElement.querySelector('.scroll');
      if (open) { open.remove(); } else { button.after(table(button.dataset.table)); }
      button.setAttribute('aria-expanded', String(!open));
    });
  });

  switchTheme(all);
  addEventListener('resize', () => Object.values(charts).forEach(chart => chart.resize()));
  addEventListener('beforeprint', () => Object.values(charts).forEach(chart => chart.resize()));
  all();
  document.documentElement.dataset.drawn = Object.keys(charts).length;
})();
