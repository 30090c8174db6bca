// Package containerhostconfig takes and returns a value of type container.HostConfig.
package containerhostconfig

import (
	"encoding/json"

	"github.com/moby/moby/api/types/container"
)

// Value is what the oracle encoded.
var Value = container.HostConfig{}

// Ours is what the mapping asks for instead: [] and {} for what encoding/json leaves null (N9), nothing for a nil pointer
// (N2), and names that are one of those known (T70).
const (
	Row  = "N9"
	Ours = `{"Binds":[],"ContainerIDFile":"","LogConfig":{"Type":"","Config":{}},"NetworkMode":"","PortBindings":{},
"RestartPolicy":{"Name":"no","MaximumRetryCount":0},"AutoRemove":false,"VolumeDriver":"","VolumesFrom":[],
"ConsoleSize":[0,0],"CapAdd":[],"CapDrop":[],"CgroupnsMode":"","Dns":[],"DnsOptions":[],"DnsSearch":[],
"ExtraHosts":[],"GroupAdd":[],"IpcMode":"shareable","Cgroup":"","Links":[],"OomScoreAdj":0,"PidMode":"",
"Privileged":false,"PublishAllPorts":false,"ReadonlyRootfs":false,"SecurityOpt":[],"UTSMode":"",
"UsernsMode":"","ShmSize":0,"Isolation":"","CpuShares":0,"Memory":0,"NanoCpus":0,"CgroupParent":"",
"BlkioWeight":0,"BlkioWeightDevice":[],"BlkioDeviceReadBps":[],"BlkioDeviceWriteBps":[],
"BlkioDeviceReadIOps":[],"BlkioDeviceWriteIOps":[],"CpuPeriod":0,"CpuQuota":0,"CpuRealtimePeriod":0,
"CpuRealtimeRuntime":0,"CpusetCpus":"","CpusetMems":"","Devices":[],"DeviceCgroupRules":[],
"DeviceRequests":[],"MemoryReservation":0,"MemorySwap":0,"Ulimits":[],"CpuCount":0,"CpuPercent":0,
"IOMaximumIOps":0,"IOMaximumBandwidth":0,"MaskedPaths":[],"ReadonlyPaths":[]}`
	Back = `{"Binds":[],"ContainerIDFile":"","LogConfig":{"Type":"","Config":{}},"NetworkMode":"","PortBindings":{},
"RestartPolicy":{"Name":"no","MaximumRetryCount":0},"AutoRemove":false,"VolumeDriver":"","VolumesFrom":[],
"ConsoleSize":[0,0],"CapAdd":[],"CapDrop":[],"CgroupnsMode":"","Dns":[],"DnsOptions":[],"DnsSearch":[],
"ExtraHosts":[],"GroupAdd":[],"IpcMode":"shareable","Cgroup":"","Links":[],"OomScoreAdj":0,"PidMode":"",
"Privileged":false,"PublishAllPorts":false,"ReadonlyRootfs":false,"SecurityOpt":[],"UTSMode":"",
"UsernsMode":"","ShmSize":0,"Isolation":"","CpuShares":0,"Memory":0,"NanoCpus":0,"CgroupParent":"",
"BlkioWeight":0,"BlkioWeightDevice":[],"BlkioDeviceReadBps":[],"BlkioDeviceWriteBps":[],
"BlkioDeviceReadIOps":[],"BlkioDeviceWriteIOps":[],"CpuPeriod":0,"CpuQuota":0,"CpuRealtimePeriod":0,
"CpuRealtimeRuntime":0,"CpusetCpus":"","CpusetMems":"","Devices":[],"DeviceCgroupRules":[],
"DeviceRequests":[],"MemoryReservation":0,"MemorySwap":0,"MemorySwappiness":null,"OomKillDisable":null,
"PidsLimit":null,"Ulimits":[],"CpuCount":0,"CpuPercent":0,"IOMaximumIOps":0,"IOMaximumBandwidth":0,
"MaskedPaths":[],"ReadonlyPaths":[]}`
)

// Becomes is what encoding/json makes of it.
var Becomes = func() (v container.HostConfig) {
	if err := json.Unmarshal([]byte(Ours), &v); err != nil {
		panic(err)
	}
	return v
}()

// Got is what the tool was last called with.
var Got container.HostConfig

// Take takes the value and returns it.
//
//tool:name=take
//tool:param v nest
func Take(v container.HostConfig) container.HostConfig {
	Got = v
	return v
}
