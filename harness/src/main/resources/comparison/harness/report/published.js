(() => {
  const { columns, rows } = JSON.parse(document.getElementById('data').textContent);
  const at = id => document.getElementById(id);
  const chosen = { run: '', stack: '', packaging: '', threads: '', metric: '0' };
  const marked = { A: null, B: null };
  const made = (tag, text, parent) => {
    const element = document.createElement(tag);
    element.textContent = text;
    parent?.append(element);
    return element;
  };

  // Student's t. Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.3 and 26.7.4 need whole degrees of freedom, which
  // Welch's are not, so the density is summed by Simpson's rule and the quantile found by bisection.
  const logGamma = x => {
    // Lanczos' approximation, g = 7, as in "Numerical Recipes", 6.1.
    const c = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
      -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];
    const y = x - 1;
    const t = y + 7.5;
    return Math.log(Math.sqrt(2 * Math.PI)) + (y + 0.5) * Math.log(t) - t + Math.log(c.slice(1).reduce((sum, term, i) => sum + term / (y + i + 1), c[0]));
  };
  const central = (t, freedom) => {
    const scale = Math.exp(logGamma((freedom + 1) / 2) - logGamma(freedom / 2)) / Math.sqrt(freedom * Math.PI);
    const density = x => scale * (1 + x * x / freedom) ** (-(freedom + 1) / 2);
    const steps = 2000;
    const h = t / steps;
    let sum = density(0) + density(t);
    for (let i = 1; i < steps; i++) { sum += density(i * h) * (i % 2 ? 4 : 2); }
    return 2 * sum * h / 3;
  };
  const quantile = freedom => {
    let [low, high] = [1.9, 100];
    while (high - low > 1e-6) {
      const middle = (low + high) / 2;
      if (central(middle, freedom) < 0.95) { low = middle; } else { high = middle; }
    }
    return (low + high) / 2;
  };
  const moments = logs => {
    const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
    return { n: logs.length, mean, variance: logs.reduce((a, b) => a + (b - mean) ** 2, 0) / (logs.length - 1) };
  };

  // As in the reports: by rounds where both were measured in them, else Welch's interval on logarithms.
  const ratio = (a, b, sameRun) => {
    const logs = figure => figure.values.filter(value => value > 0).map(Math.log);
    if (sameRun) {
      const m = moments(a.values.map((value, i) => [value, b.values[i]]).filter(([x, y]) => x > 0 && y > 0).map(([x, y]) => Math.log(x / y)));
      return { n: m.n, log: m.mean, error: Math.sqrt(m.variance / m.n), freedom: m.n - 1 };
    }
    const [x, y] = [moments(logs(a)), moments(logs(b))];
    const [vx, vy] = [x.variance / x.n, y.variance / y.n];
    return { n: Math.min(x.n, y.n), log: x.mean - y.mean, error: Math.sqrt(vx + vy), freedom: (vx + vy) ** 2 / (vx ** 2 / (x.n - 1) + vy ** 2 / (y.n - 1)) };
  };

  const compare = () => {
    const [a, b] = [marked.A, marked.B];
    const column = columns[chosen.metric];
    const [x, y] = [a?.metrics[chosen.metric], b?.metrics[chosen.metric]];
    at('how').textContent = '';
    if (!a || !b) {
      at('ratio').textContent = 'Mark a row as A and one as B.';
    } else if (a === b) {
      at('ratio').textContent = 'A and B are the same row.';
    } else if (!x || !y) {
      at('ratio').textContent = `${column.title} was not measured in ${x ? 'B' : 'A'}.`;
    } else {
      const sameRun = a.run === b.run;
      const r = ratio(x, y, sameRun);
      const enough = r.n >= 3;
      const half = enough ? quantile(r.freedom) * r.error : 0;
      const interval = enough ? ` [${Math.exp(r.log - half).toFixed(2)}–${Math.exp(r.log + half).toFixed(2)}]` : '';
      at('ratio').textContent = `${column.title}: ${a.variant} × ${Math.exp(r.log).toFixed(2)}${interval} of ${b.variant}`;
      at('how').textContent = `${enough ? `95 % interval over ${r.n} starts each` : 'Fewer than 3 starts: no interval'}; ${column.moreIsBetter ? 'more' : 'less'} is better. `
        + (a.otherSql !== b.otherSql || a.otherSql && a.variant !== b.variant ? 'The database executes other SQL for the two: this is no ratio of equal work. ' : '')
        + (a.belowStandard || b.belowStandard ? 'A run below the standards of ./bench publish is among them; its report begins with what it misses. ' : '')
        + (sameRun ? 'Both were measured in the same rounds.' : 'Two runs: what changed between them, the machine included, is in this ratio.')
        + ' One comparison, without a correction for many.';
    }
  };

  const text = figure => {
    const { digits } = columns[chosen.metric];
    return figure ? figure.median.toFixed(digits) + (figure.low === null ? '' : ` [${figure.low.toFixed(digits)}–${figure.high.toFixed(digits)}]`) : '—';
  };
  const draw = () => {
    const column = columns[chosen.metric];
    const shown = rows.filter(row => ['run', 'stack', 'packaging', 'threads'].every(key => !chosen[key] || row[key] === chosen[key]))
      .sort((a, b) => (a.metrics[chosen.metric] ? 0 : 1) - (b.metrics[chosen.metric] ? 0 : 1) || (chosen.run
        ? (a.metrics[chosen.metric]?.median - b.metrics[chosen.metric]?.median) * (column.moreIsBetter ? -1 : 1) : 0));
    at('count').textContent = `${shown.length} of ${rows.length} rows`;
    const table = at('runs');
    table.replaceChildren();
    const head = table.insertRow();
    ['A', 'B', 'Variant', `${column.title}${column.unit ? ` (${column.unit})` : ''}`, 'Starts', 'Packaging'].forEach(title => made('th', title, head));
    shown.forEach((row, i) => {
      if (row.run !== shown[i - 1]?.run) {
        const group = made('th', '', table.insertRow());
        group.className = 'group';
        group.colSpan = head.cells.length;
        made('a', row.run, group).href = `published/${encodeURIComponent(row.run)}/report.html`;
        group.append(`, ${row.runtime}${row.belowStandard ? ', below standard' : ''}`);
      }
      const line = table.insertRow();
      for (const side of ['A', 'B']) {
        const cell = line.insertCell();
        cell.className = 'pick';
        const radio = document.createElement('input');
        Object.assign(radio, { type: 'radio', name: side, checked: marked[side] === row, ariaLabel: `${row.variant} of ${row.run} as ${side}` });
        radio.addEventListener('change', () => { marked[side] = row; compare(); });
        cell.append(radio);
      }
      made('td', row.variant + (row.otherSql ? ' (other SQL)' : ''), line);
      made('td', text(row.metrics[chosen.metric]), line);
      made('td', String(row.metrics[chosen.metric]?.values.filter(value => value !== null).length ?? 0), line);
      made('td', row.packaging, line);
    });
    compare();
  };

  const filter = (key, title, options) => {
    const label = made('label', title, at('filters'));
    const select = document.createElement('select');
    options.forEach(([value, name]) => select.add(new Option(name, value)));
    select.value = chosen[key];
    select.addEventListener('change', () => { chosen[key] = select.value; draw(); });
    label.append(select);
  };
  const values = key => [['', 'all'], ...[...new Set(rows.map(row => row[key]))].map(value => [value, value])];
  filter('metric', 'Metric', columns.map((column, i) => [String(i), column.title]));
  filter('run', 'Run', values('run'));
  filter('stack', 'Stack', values('stack'));
  filter('packaging', 'Packaging', values('packaging'));
  filter('threads', 'Threads', values('threads'));
  switchTheme(() => {});
  draw();
})();
