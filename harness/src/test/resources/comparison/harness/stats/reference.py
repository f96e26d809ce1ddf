#!/usr/bin/env python3
"""Writes reference.json beside it: what SciPy and statsmodels' definitions say of fixed data. Needs: pip install scipy."""

import json
import pathlib

import numpy as np
import scipy
from scipy import stats

random = np.random.default_rng(20261121)
cases = []
for n in (6, 7, 8, 10, 15, 30):
    base = random.lognormal(8, 0.05, n)
    values = base * random.lognormal(0.02, 0.03, n)
    paired = stats.ttest_rel(np.log(values), np.log(base))
    apart = stats.ttest_ind(np.log(values), np.log(base), equal_var=False)
    lower, upper = (np.exp(paired.confidence_interval(0.95)[i]) for i in (0, 1))
    lower_apart, upper_apart = (np.exp(apart.confidence_interval(0.95)[i]) for i in (0, 1))
    logs, bound = np.log(values) - np.log(base), np.log(1.1)
    equal = max(stats.ttest_1samp(logs, bound, alternative="less").pvalue,
                stats.ttest_1samp(logs, -bound, alternative="greater").pvalue)
    equal_apart = max(stats.ttest_ind(np.log(values), np.log(base) + bound, equal_var=False, alternative="less").pvalue,
                      stats.ttest_ind(np.log(values), np.log(base) - bound, equal_var=False, alternative="greater").pvalue)
    median = stats.quantile_test(values, q=np.median(values), p=0.5).confidence_interval(0.95)
    quartiles = np.quantile(values, [0.25, 0.75])
    cases.append({
        "values": values.tolist(), "base": base.tolist(),
        "median": float(np.median(values)), "medianLow": float(median.low), "medianHigh": float(median.high),
        "outliers": sorted(float(v) for v in values
                           if v < quartiles[0] - 1.5 * (quartiles[1] - quartiles[0])
                           or v > quartiles[1] + 1.5 * (quartiles[1] - quartiles[0])),
        "noise": float(np.std(np.log(values), ddof=1)),
        "paired": {"estimate": float(stats.gmean(values / base)), "low": lower, "high": upper, "p": paired.pvalue,
                   "pEqual": equal},
        "unpaired": {"estimate": float(stats.gmean(values) / stats.gmean(base)), "low": lower_apart,
                     "high": upper_apart, "p": apart.pvalue, "pEqual": equal_apart},
    })


def holm(p):
    order, adjusted, least = np.argsort(p), np.empty(len(p)), 0.0
    for rank, index in enumerate(order):
        least = max(least, min(1.0, (len(p) - rank) * p[index]))
        adjusted[index] = least
    return adjusted.tolist()


def half_width(noise, share):
    n = 3
    while stats.t.ppf(0.975, n - 1) * noise / np.sqrt(n) > np.log1p(share):
        n += 1
    return n


def to_see(noise, share, level):
    n = 3
    while (stats.t.ppf(1 - level / 2, n - 1) + stats.norm.ppf(0.8)) * noise / np.sqrt(n) > abs(np.log1p(share)):
        n += 1
    return n


p_values = [0.01, 0.04, 0.03, 0.005, 0.8]
print(json.dumps(
    {
        "made": f"SciPy {scipy.__version__}, NumPy {np.__version__}",
        "cases": cases,
        # The same as R's p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.8), "holm"): 0.04 0.09 0.09 0.025 0.8
        "holm": {"p": p_values, "adjusted": holm(p_values)},
        "halfWidth": [[noise, share, half_width(noise, share)]
                      for noise, share in ((0.01, 0.03), (0.03, 0.03), (0.05, 0.03), (0.1, 0.05), (0.1, 0.01))],
        "toSee": [[noise, share, level, to_see(noise, share, level)]
                  for noise, share, level in ((0.02, 0.05, 0.05), (0.02, 0.05, 0.01), (0.05, 0.05, 0.01), (0.1, 0.1, 0.01))],
    }, indent=1, default=float), file=open(pathlib.Path(__file__).with_name("reference.json"), "w", encoding="utf-8"))
