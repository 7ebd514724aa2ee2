// The charts of the overview: uPlot draws them. A table below each has the numbers.
"use strict";

let drawCharts = () => {};

function reportCharts(charts) {
  const drawn = [];
  drawCharts = () => {
    while (drawn.length) drawn.pop().destroy();
    for (const element of document.querySelectorAll("[data-chart]")) {
      const chart = (charts || []).find(c => c.ID === element.dataset.chart);
      if (chart) drawn.push(draw(element, chart));
    }
  };
  drawCharts();
}

function draw(element, chart) {
  const n = chart.Labels.length;
  const line = colours.of("line"), muted = colours.of("muted"), accent = colours.of("accent");
  const axis = {stroke: muted, grid: {stroke: line, width: 1}, ticks: {stroke: line, width: 1}, font: "12px system-ui, sans-serif"};
  const every = Math.max(1, Math.ceil(n / Math.max(2, Math.floor(element.clientWidth / 90))));
  return new uPlot({
    width: element.clientWidth || 320, height: 200, cursor: {drag: {x: false, y: false}, points: {show: false}},
    legend: {live: true},
    scales: {x: {time: false, range: [-0.6, n - 0.4]}, y: {range: (_u, _least, most) => [0, most ? most * 1.08 : 1]}},
    axes: [
      {...axis, grid: {show: false}, splits: () => Array.from({length: n}, (_, i) => i).filter(i => i % every === 0), values: (_u, splits) => splits.map(i => chart.Labels[i]), space: 0},
      {...axis, size: 60, values: (_u, splits) => splits.map(v => Number.isInteger(v) ? v.toLocaleString("en") : "")},
    ],
    series: [
      {label: chart.Axis, value: (_u, v) => v === null ? "–" : chart.Labels[v]},
      {label: "number", fill: accent, stroke: accent, paths: uPlot.paths.bars({size: [0.85, 80]}), points: {show: false}, value: (_u, v) => v === null ? "–" : v.toLocaleString("en")},
    ],
  }, [chart.Counts.map((_, i) => i), chart.Counts], element);
}

colours.onChange(() => drawCharts());
{
  let waiting;
  addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(() => drawCharts(), 150); });
}
